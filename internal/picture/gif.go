package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
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
	f.begin(boards[0])
	for i := 1; i < len(boards); i++ {
		f.play(boards[i-1], boards[i], len(boards) <= slidingPlies)
	}
	last := boards[len(boards)-1]
	if len(last.Line) > 0 {
		f.end(last)
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

	empty *image.RGBA // the board without pieces

	*palette
	shown *image.Paletted // what the frames so far show
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
	f := &film{canvas: c, theme: t, pause: a.Pause, palette: newPalette(b, colours, t, false)}
	f.sprites = newPieces(b, colours, scale, t)
	return f
}

// put draws a cell with or without a disc, and returns where it is.
func (f *film) put(b *Board, cell int) image.Rectangle {
	at := f.at(b.centre(cell))
	half := int(f.scale*cellSize+0.5)/2 + 1
	middle := image.Pt(int(floor(at.X+0.5)), int(floor(at.Y+0.5)))
	area := image.Rectangle{middle.Sub(image.Pt(half, half)), middle.Add(image.Pt(half, half))}.Intersect(f.img.Rect)
	draw.Draw(f.img, area, f.empty, area.Min, draw.Src)
	if seat := b.Cells[cell]; seat > 0 {
		f.stamp(f.sprites.discs[seat-1], b.centre(cell))
	}
	return area
}

// begin adds the first frame.
func (f *film) begin(first *Board) {
	f.board(first, f.theme)
	f.empty = clone(f.img)
	f.pieces(first, f.sprites, f.theme)
	palette := append(f.colours[:len(f.colours):len(f.colours)], color.RGBA{}) // the last one: as before
	f.shown = image.NewPaletted(f.img.Rect, palette)
	f.paint(f.shown, f.img, f.img.Rect)
	frame := image.NewPaletted(f.img.Rect, palette)
	copy(frame.Pix, f.shown.Pix)
	f.out = gif.GIF{
		Image: []*image.Paletted{frame}, Delay: []int{f.pause / 10}, Disposal: []byte{gif.DisposalNone},
		Config: image.Config{ColorModel: palette, Width: f.img.Rect.Dx(), Height: f.img.Rect.Dy()},
	}
}

// play adds the frames of one turn.
func (f *film) play(before, after *Board, onTheWay bool) {
	if before.look != tiles {
		var changed []image.Rectangle
		if was := before.Last.To; was >= 0 {
			changed = append(changed, f.put(before, was)) // without the mark of the last turn
		}
		to := after.Last.To
		changed = append(changed, f.put(after, to))
		f.dot(after, to)
		f.add(f.pause, changed...)
		return
	}
	if onTheWay && before.Hole != after.Hole {
		for _, step := range slides(before, after) {
			for i := 1; i <= slideFrames; i++ {
				part := float32(i) / slideFrames
				shift := map[int]point{}
				for from, to := range step.shift {
					shift[from] = pt(part*float32(to%3-from%3), part*float32(from/3-to/3))
				}
				f.redraw(step.before, shift)
				f.add(slidePause, f.img.Rect)
			}
		}
	}
	f.redraw(after, nil)
	f.marks(&Board{look: after.look, Columns: after.Columns, Rows: after.Rows, Cells: after.Cells, Last: after.Last}, f.theme)
	f.add(f.pause, f.img.Rect)
}

// redraw draws a board of tiles.
func (f *film) redraw(b *Board, shift map[int]point) {
	copy(f.img.Pix, f.empty.Pix)
	f.sliding(b, f.sprites, f.theme, shift)
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

// end adds the frame that celebrates the winning lines.
func (f *film) end(b *Board) {
	if b.look == tiles {
		f.redraw(b, nil)
	} else {
		f.put(b, b.Last.To)
	}
	f.marks(b, f.theme)
	f.add(f.pause, f.img.Rect)
}

// add adds a frame that shows what has changed inside these rectangles.
func (f *film) add(pause int, changed ...image.Rectangle) {
	var all, differs image.Rectangle
	for _, part := range changed {
		all = all.Union(part)
	}
	now, same := image.NewPaletted(all, f.shown.Palette), uint8(len(f.shown.Palette)-1)
	draw.Draw(now, all, image.NewUniform(f.shown.Palette[same]), image.Point{}, draw.Src)
	for _, part := range changed {
		f.paint(now, f.img, part)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			was := f.shown.Pix[f.shown.PixOffset(part.Min.X, y):][:part.Dx()]
			is := now.Pix[now.PixOffset(part.Min.X, y):][:part.Dx()]
			low, high := len(is), 0
			for x := range is {
				if is[x] != was[x] {
					low, high = min(low, x), x+1
				} else {
					is[x] = same
				}
			}
			if low < high {
				differs = differs.Union(image.Rect(part.Min.X+low, y, part.Min.X+high, y+1))
			}
		}
	}
	if differs.Empty() {
		f.out.Delay[len(f.out.Delay)-1] += pause / 10
		return
	}
	for y := differs.Min.Y; y < differs.Max.Y; y++ {
		shown := f.shown.Pix[f.shown.PixOffset(differs.Min.X, y):]
		for x, number := range now.Pix[now.PixOffset(differs.Min.X, y):][:differs.Dx()] {
			if number != same {
				shown[x] = number
			}
		}
	}
	f.out.Image = append(f.out.Image, now.SubImage(differs).(*image.Paletted))
	f.out.Delay = append(f.out.Delay, pause/10)
	f.out.Disposal = append(f.out.Disposal, gif.DisposalNone)
}

func clone(img *image.RGBA) *image.RGBA {
	c := *img
	c.Pix = slices.Clone(img.Pix)
	return &c
}
