package picture

import "math"

// marks draws the last turn and the winning lines: Marks.svelte and WinMarks.svelte of the page.
func (c *canvas) marks(b *Board, t *theme) {
	won := map[int]bool{}
	for _, cell := range b.Line {
		won[cell] = true
	}
	if b.Last.From >= 0 {
		c.arrow(b)
	} else if b.Last.To >= 0 && !won[b.Last.To] {
		c.dot(b, b.Last.To)
	}
	if len(b.Line) > 0 {
		c.win(b, t)
	}
}

// dot marks the disc of the last turn.
func (c *canvas) dot(b *Board, cell int) {
	at, r := b.centre(cell), 9*b.discScale()
	c.fill(new(path).circle(at.x, at.y, r+2), solid(markDark))
	c.fill(new(path).circle(at.x, at.y, r-2), solid(mark))
}

// arrow marks the last turn if it went from a cell.
func (c *canvas) arrow(b *Board) {
	to := b.tileCentre(b.Last.To)
	start := b.tileCentre(b.Last.From)
	from := start
	if b.Last.Via >= 0 {
		from = b.tileCentre(b.Last.Via)
	}
	length := float32(math.Hypot(float64(to.x-from.x), float64(to.y-from.y)))
	ux, uy := (to.x-from.x)/length, (to.y-from.y)/length
	along := func(d, aside float32) point { return point{from.x + ux*d - uy*aside, from.y + uy*d + ux*aside} }
	tip := length - 0.5*radius*b.discScale()
	shaft := func(width float32) *path {
		p := new(path)
		if b.Last.Via >= 0 {
			return p.stroke(start, from, width).stroke(from, along(tip-16, 0), width)
		}
		return p.stroke(along(12, 0), along(tip-16, 0), width)
	}
	head := func(width float32) *path {
		a, b, c := along(tip, 0), along(tip-22, 14), along(tip-22, -14)
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
		at.y += 2
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
	c.fill(b.outline(ring+6, 0, b.Line), solid(veil).faint(0.55))
	outside := ring + 3
	for _, line := range b.lines() {
		from, to := b.centre(line[0]), b.centre(line[1])
		length := float32(math.Hypot(float64(to.x-from.x), float64(to.y-from.y)))
		ux, uy := (to.x-from.x)/length, (to.y-from.y)/length
		steps := int(math.Round(math.Max(math.Abs(float64(to.x-from.x)), math.Abs(float64(to.y-from.y))) / cellSize))
		links := func(width float32) *path {
			p := new(path)
			for i := range steps {
				a := length/float32(steps)*float32(i) + outside
				z := length/float32(steps)*float32(i+1) - outside
				p.bar(point{from.x + ux*a, from.y + uy*a}, point{from.x + ux*z, from.y + uy*z}, width)
			}
			return p
		}
		c.fill(links(12), solid(markDark).faint(0.75))
		c.fill(links(6.5), solid(mark))
	}
	for _, cell := range b.Line {
		at := b.centre(cell)
		c.fill(new(path).ring(at.x, at.y, ring, 12), solid(markDark).faint(0.75))
		c.fill(new(path).ring(at.x, at.y, ring, 6.5), solid(mark))
	}
}

// bar adds a straight line with flat ends.
func (p *path) bar(a, b point, width float32) *path {
	length := float32(math.Hypot(float64(b.x-a.x), float64(b.y-a.y)))
	if length == 0 {
		return p
	}
	sx, sy := -(b.y-a.y)/length*width/2, (b.x-a.x)/length*width/2
	return p.polygon(point{a.x + sx, a.y + sy}, point{a.x - sx, a.y - sy}, point{b.x - sx, b.y - sy}, point{b.x + sx, b.y + sy})
}
