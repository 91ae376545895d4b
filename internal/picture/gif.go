package picture

import (
	"bytes"
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
		if i > 0 && len(boards) <= slidingPlies {
			f.slide(boards[i-1], b)
		}
		plain := *b
		plain.Line = nil // the winning line comes last
		f.show(&plain, nil)
		f.add(a.Pause)
	}
	if last := boards[len(boards)-1]; len(last.Line) > 0 {
		f.show(last, nil)
		f.add(a.Pause)
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
	empty   *image.RGBA // the board without pieces

	*palette
	shown []uint8 // what the frames so far show: the numbers of colours
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
	f := &film{canvas: c, theme: t, sprites: newPieces(b, colours, scale, t), empty: clone(c.img), palette: newPalette(b, colours, t, false)}
	f.colours = append(f.colours, color.RGBA{}) // the last one: as before
	f.shown = bytes.Repeat([]byte{f.same()}, len(c.img.Pix)/4)
	f.out.Config = image.Config{ColorModel: f.colours, Width: c.img.Rect.Dx(), Height: c.img.Rect.Dy()}
	return f
}

// same is the number of the colour that shows what the frames before show.
func (f *film) same() uint8 { return uint8(len(f.colours) - 1) }

// show draws a board with its marks or, if shift is not nil, with tiles on their way.
func (f *film) show(b *Board, shift map[int]point) {
	copy(f.img.Pix, f.empty.Pix)
	f.pieces(b, f.sprites, f.theme, shift)
	if shift == nil {
		f.marks(b, f.theme)
	}
}

// slide adds the frames with tiles on their way.
func (f *film) slide(before, after *Board) {
	if before.Hole == after.Hole {
		return
	}
	for _, step := range slides(before, after) {
		for i := 1; i <= slideFrames; i++ {
			part := float32(i) / slideFrames
			shift := map[int]point{}
			for from, to := range step.shift {
				shift[from] = pt(part*float32(to%3-from%3), part*float32(from/3-to/3))
			}
			f.show(step.before, shift)
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
	between.Cells = slices.Clone(before.Cells)
	between.Cells[to], between.Cells[via], between.Hole = before.Cells[via], 0, via
	return []slide{{before, map[int]int{via: to}}, {&between, map[int]int{from: via}}}
}

func abs(n int) int { return max(n, -n) }

// add adds a frame of what has changed.
func (f *film) add(pause int) {
	now, width := f.paint(f.img), f.img.Rect.Dx()
	var differs image.Rectangle
	for i, number := range now.Pix {
		if number != f.shown[i] {
			differs = differs.Union(image.Rect(i%width, i/width, i%width+1, i/width+1))
		}
	}
	if differs.Empty() {
		f.out.Delay[len(f.out.Delay)-1] += pause / 10
		return
	}
	frame := image.NewPaletted(differs, f.colours)
	for i := range frame.Pix {
		at := now.PixOffset(differs.Min.X+i%frame.Stride, differs.Min.Y+i/frame.Stride)
		if frame.Pix[i] = now.Pix[at]; now.Pix[at] == f.shown[at] {
			frame.Pix[i] = f.same()
		}
	}
	f.shown = now.Pix
	f.out.Image = append(f.out.Image, frame)
	f.out.Delay = append(f.out.Delay, pause/10)
	f.out.Disposal = append(f.out.Disposal, gif.DisposalNone)
}

func clone(img *image.RGBA) *image.RGBA {
	c := *img
	c.Pix = slices.Clone(img.Pix)
	return &c
}
