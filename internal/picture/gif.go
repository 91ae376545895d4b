package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"slices"
)

// Animation is the picture of a whole game, move by move.
type Animation struct {
	Variant string
	Moves   []string
	First   int       // the seat that began
	Players [2]Player // by seat
	Theme   Theme
	Width   int  // in pixels, from MinGIFWidth to MaxGIFWidth
	Pause   int  // between two moves in milliseconds, from MinPause to MaxPause
	Flip    bool // whether the game is shown as the player of seat 2 sees it
}

const (
	// lastPause is how long the end is shown before the game begins again, in milliseconds.
	lastPause = 4000

	// slideFrames is how many frames show a tile on its way, and slidePause how long each is shown,
	// in milliseconds. A game of more than slidingPlies shows no tiles on their way, to stay small.
	slideFrames  = 4
	slidePause   = 60
	slidingPlies = 60

	// tallGIF is the greatest ratio of height to width of the board.
	tallGIF = 1.25
)

// Draw returns the game as a GIF. It fails if the variant is unknown or a move is illegal.
func (a *Animation) Draw() ([]byte, error) {
	boards, err := replay(a.Variant, a.Moves, a.First)
	if err != nil {
		return nil, err
	}
	if a.Flip {
		for i, b := range boards {
			boards[i] = b.flipped()
		}
	}
	f := a.film(boards)
	for i, b := range boards {
		if i > 0 && b.Hole != boards[i-1].Hole && len(boards) <= slidingPlies {
			f.slide(boards[i-1], b)
		}
		still := *b
		still.Line = nil
		f.show(&still)
	}
	if last := boards[len(boards)-1]; len(last.Line) > 0 {
		f.show(last)
	}
	f.out.Delay[len(f.out.Delay)-1] = lastPause / 10
	var out bytes.Buffer
	err = gif.EncodeAll(&out, &f.out)
	return out.Bytes(), err
}

// film draws the frames of a GIF.
type film struct {
	*canvas
	theme   *theme
	sprites *pieces
	pause   int

	empty []uint8 // the pixels of the board without pieces

	*palette
	shown []uint8 // the pixels that the frames so far show; at first none
	out   gif.GIF
}

// film lays out the frames and draws what they are made of.
func (a *Animation) film(boards []*Board) *film {
	t, b := themes[a.Theme], boards[0]
	pad := a.Width / 28
	head, size := a.Width/8, float32(a.Width)/24
	left, top, width, height := b.extent()
	inner := float32(a.Width - 2*pad)
	cell := int(min(inner*cellSize/width, inner*tallGIF*cellSize/height))
	scale := float32(cell) / cellSize
	c := newCanvas(a.Width, head+int(height*scale)+pad+1)
	c.clear(t.ground)
	ts := typesetters.Get().(*typesetter)
	defer typesetters.Put(ts)
	disc := size * 0.62
	for i, p := range a.Players {
		space := inner/2 - 2.6*size
		lines, _ := ts.lines(p.Name, size, space, 1)
		at := pt(float32(pad)+disc, float32(head)/2)
		if i == 1 {
			at.X = float32(a.Width-pad) - disc
		}
		c.stamp(drawDisc(i+1, p.Colour, disc/radius), at)
		for _, line := range lines {
			x := at.X + disc*1.6
			if i == 1 {
				x = at.X - disc*1.6 - line.width
			}
			c.write(line, pt(x, at.Y+size*0.36), t.text)
		}
	}
	c.scale = scale
	c.origin = pt(floor((float32(a.Width)-width*scale)/2-left*scale), floor(float32(head)-top*scale))
	colours := [2]string{a.Players[0].Colour, a.Players[1].Colour}
	c.board(b, t)
	f := &film{
		canvas: c, theme: t, pause: a.Pause, empty: slices.Clone(c.img.Pix), sprites: newPieces(b, colours, scale, t),
		palette: newPalette(b, colours, t, false), shown: make([]uint8, len(c.img.Pix)),
	}
	f.out.Config = image.Config{
		ColorModel: append(f.colours, color.RGBA{}), // the last colour stands for a pixel that does not change
		Width:      c.img.Rect.Dx(), Height: c.img.Rect.Dy(),
	}
	return f
}

// draw draws a position. shift is for pieces.
func (f *film) draw(b *Board, shift map[int]point) {
	copy(f.img.Pix, f.empty)
	f.pieces(b, f.sprites, f.theme, shift)
}

// show adds a frame with a position and its marks.
func (f *film) show(b *Board) {
	f.draw(b, nil)
	f.marks(b, f.theme)
	f.add(f.pause)
}

// slide adds the frames of tiles on their way.
func (f *film) slide(before, after *Board) {
	for _, step := range slides(before, after) {
		for i := 1; i <= slideFrames; i++ {
			part := float32(i) / slideFrames
			shift := map[int]point{}
			for from, to := range step.shift {
				shift[from] = pt(part*float32(to%3-from%3), part*float32(from/3-to/3))
			}
			f.draw(step.before, shift)
			f.add(slidePause)
		}
	}
}

// slide is tiles that move at the same time: from cell to cell.
type slide struct {
	before *Board
	shift  map[int]int
}

// slides returns what slides in a turn, one after the other.
func slides(before, after *Board) []slide {
	from, via, to := after.Last.From, after.Last.Via, after.Last.To
	if via < 0 {
		if middle := (from + to) / 2; from%3 == to%3 && abs(from/3-to/3) == 2 || from/3 == to/3 && abs(from-to) == 2 {
			return []slide{{before, map[int]int{middle: to, from: middle}}}
		}
		return []slide{{before, map[int]int{from: to}}}
	}
	between := *before
	between.Cells = append([]int(nil), before.Cells...)
	between.Cells[to], between.Cells[via], between.Hole = before.Cells[via], 0, via
	return []slide{{before, map[int]int{via: to}}, {&between, map[int]int{from: via}}}
}

func abs(n int) int { return max(n, -n) }

// add adds a frame that has what has changed.
func (f *film) add(pause int) {
	now := image.NewPaletted(f.img.Rect, f.out.Config.ColorModel.(color.Palette))
	now.Pix = bytes.Repeat([]byte{uint8(len(f.colours))}, len(now.Pix))
	var differs image.Rectangle
	for y := range now.Rect.Dy() {
		was, is := f.shown[y*f.img.Stride:][:f.img.Stride], f.img.Pix[y*f.img.Stride:][:f.img.Stride]
		if bytes.Equal(was, is) {
			continue // most rows: much faster than pixel by pixel
		}
		low, high := now.Stride, 0
		for x := range now.Stride {
			if pixel := binary.LittleEndian.Uint32(is[4*x:]); pixel != binary.LittleEndian.Uint32(was[4*x:]) {
				now.Pix[y*now.Stride+x] = f.number(pixel)
				low, high = min(low, x), x+1
			}
		}
		differs = differs.Union(image.Rect(low, y, high, y+1))
		copy(was, is)
	}
	if differs.Empty() {
		f.out.Delay[len(f.out.Delay)-1] += pause / 10
		return
	}
	f.out.Image = append(f.out.Image, now.SubImage(differs).(*image.Paletted))
	f.out.Delay = append(f.out.Delay, pause/10)
	f.out.Disposal = append(f.out.Disposal, gif.DisposalNone)
}
