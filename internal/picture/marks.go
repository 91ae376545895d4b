package picture

import (
	"math"
	"slices"
)

// marks draws the last turn and the winning lines: Marks.svelte and WinMarks.svelte of the page.
func (c *canvas) marks(b *Board, t *theme) {
	if b.Last.From >= 0 {
		c.arrow(b)
	} else if b.Last.To >= 0 && !slices.Contains(b.Line, b.Last.To) {
		c.dot(b, b.Last.To)
	}
	if len(b.Line) > 0 {
		c.win(b, t)
	}
}

// dot marks the disc of the last turn.
func (c *canvas) dot(b *Board, cell int) {
	at, r := b.centre(cell), 9*b.discScale()
	c.fill(new(path).circle(at.X, at.Y, r+2), solid(markDark))
	c.fill(new(path).circle(at.X, at.Y, r-2), solid(mark))
}

// arrow marks the last turn if it went from a cell.
func (c *canvas) arrow(b *Board) {
	to := b.tileCentre(b.Last.To)
	start := b.tileCentre(b.Last.From)
	from := start
	if b.Last.Via >= 0 {
		from = b.tileCentre(b.Last.Via)
	}
	w := wayBetween(from, to)
	tip := w.length - 0.5*radius*b.discScale()
	shaft := func(width float32) *path {
		p := new(path)
		if b.Last.Via >= 0 {
			return p.stroke(start, from, width).stroke(from, w.at(tip-16, 0), width)
		}
		return p.stroke(w.at(12, 0), w.at(tip-16, 0), width)
	}
	head := func(width float32) *path {
		a, b, c := w.at(tip, 0), w.at(tip-22, 14), w.at(tip-22, -14)
		p := new(path).polygon(a, b, c)
		if width > 0 {
			p.stroke(a, b, width).stroke(b, c, width).stroke(c, a, width)
		}
		return p
	}
	c.fill(shaft(12), solid(markDark))
	c.fill(head(5), solid(markDark))
	c.fill(shaft(7), solid(mark))
	c.fill(head(0), solid(mark))
}

// tileCentre returns the middle of a cell.
func (b *Board) tileCentre(cell int) point {
	at := b.centre(cell)
	if b.look == tiles {
		at.Y += 2
	}
	return at
}

// win dims the board except for the winning lines, rings their discs and links these.
func (c *canvas) win(b *Board, t *theme) {
	ring := radius*b.discScale() - 6.5
	veil := t.woodEdge
	if b.look == plate {
		veil = t.boardEdge
	}
	c.fill(b.outline(ring+6, 0, b.Line), faint(veil, 0.55))
	outside := ring + 3
	for _, line := range b.lines() {
		from, to := b.centre(line[0]), b.centre(line[1])
		w := wayBetween(from, to)
		steps := int(math.Round(math.Max(math.Abs(float64(to.X-from.X)), math.Abs(float64(to.Y-from.Y))) / cellSize))
		links := func(width float32) *path {
			p := new(path)
			for i := range steps {
				a := w.length/float32(steps)*float32(i) + outside
				z := w.length/float32(steps)*float32(i+1) - outside
				p.polygon(w.at(a, width/2), w.at(a, -width/2), w.at(z, -width/2), w.at(z, width/2))
			}
			return p
		}
		c.fill(links(12), faint(markDark, 0.75))
		c.fill(links(6.5), solid(mark))
	}
	for _, cell := range b.Line {
		at := b.centre(cell)
		c.fill(new(path).ring(at.X, at.Y, ring, 12), faint(markDark, 0.75))
		c.fill(new(path).ring(at.X, at.Y, ring, 6.5), solid(mark))
	}
}
