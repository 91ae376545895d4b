package picture

import (
	"image"
	"strconv"
)

// tray draws a wooden tray with wells, or with a pit for tiles and strips for discs in hand:
// Tray.svelte of the page.
func (c *canvas) tray(b *Board, t *theme) {
	width, height := float32(b.Columns)*cellSize, float32(b.Rows)*cellSize
	wood := func(top, bottom float32) paint { return downwards(top, bottom, stop{0, t.woodTop}, stop{1, t.woodLow}) }
	well := func(top, bottom float32) paint { return downwards(top, bottom, stop{0, t.wellTop}, stop{1, t.wellLow}) }
	edge := solid(t.woodEdge)
	full := height + frame + foot - 8
	c.fill(new(path).box(-frame, 8-frame, width+2*frame, full, 30), edge)
	c.fill(new(path).box(-frame, -frame, width+2*frame, full, 30), wood(-frame, full-frame))
	c.fill(new(path).frame(-frame, -frame, width+2*frame, full, 30, 2), edge)
	c.fill(new(path).stroke(pt(10, 3-frame), pt(width-10, 3-frame), 3), faint(t.woodRim, 0.8))
	if b.look == tiles {
		c.fill(new(path).box(0, 0, width, height, 12), well(0, height))
		c.fill(new(path).frame(0, 0, width, height, 12, 2), edge)
		for seat := 1; seat <= 2; seat++ {
			at := b.hand(seat)
			top := at.Y - strip/2
			c.fill(new(path).box(at.X-124, top+5, 248, strip-4, 36), edge)
			c.fill(new(path).box(at.X-124, top+1, 248, strip-6, 36), wood(top+1, top+strip-5))
			c.fill(new(path).frame(at.X-124, top+1, 248, strip-6, 36, 2), edge)
			c.fill(new(path).box(at.X-112, top+8, 224, strip-20, strip/2-10), well(top+8, top+strip-12))
		}
		return
	}
	for i := 1; i < b.Columns; i++ {
		at := float32(i) * cellSize
		c.fill(new(path).stroke(pt(at, 6), pt(at, height-6), 3), faint(t.woodEdge, 0.55))
		c.fill(new(path).stroke(pt(6, at), pt(width-6, at), 3), faint(t.woodEdge, 0.55))
	}
	for cell := range b.Cells {
		at := b.centre(cell)
		c.fill(new(path).circle(at.X, at.Y, hole+1), well(at.Y-hole, at.Y+hole))
		c.fill(new(path).ring(at.X, at.Y, hole+1, 3), edge)
	}
	for i := range b.Columns {
		c.label("abc"[i:i+1], pt(b.centre(i).X, height+13), 14, t.woodText)
		c.label(strconv.Itoa(i+1), pt(-9, b.centre(i*b.Columns).Y+5), 14, t.woodText)
	}
}

// hand returns the middle of the strip for the discs in a seat's hand. The hand of seat 1 is below the
// board, or that of seat 2 if the board is turned.
func (b *Board) hand(seat int) point {
	if (seat == 2) == b.turned {
		return pt(float32(b.Columns)*cellSize/2, float32(b.Rows)*cellSize+foot+strip/2)
	}
	return pt(float32(b.Columns)*cellSize/2, -frame-strip/2)
}

// sliding draws tiles and discs. Those of the cells in shift are drawn elsewhere: in cells to the
// right and down.
func (c *canvas) sliding(b *Board, p *pieces, t *theme, shift map[int]point) {
	place := func(cell int) point {
		at, by := b.centre(cell), shift[cell]
		return pt(at.X+by.X*cellSize, at.Y+by.Y*cellSize)
	}
	open := func(cell int) bool { // whether the pit shows
		_, moves := shift[cell]
		return moves || cell == b.Hole
	}
	c.numbers(b, t, open)
	for cell := range b.Cells {
		if cell != b.Hole {
			c.stamp(p.slab, pt(place(cell).X, place(cell).Y+2))
		}
	}
	for cell, seat := range b.Cells {
		if seat != 0 {
			c.stamp(p.discs[seat-1], place(cell))
		}
	}
	for seat := 1; seat <= 2; seat++ {
		for i := range b.Hands[seat-1] {
			at := b.hand(seat)
			c.stamp(p.inHand[seat-1], pt(at.X+float32(i-1)*slot, at.Y))
		}
	}
	c.numbers(b, t, func(cell int) bool { return !open(cell) })
}

// numbers writes the numbers of cells over their tiles, or into the pit.
func (c *canvas) numbers(b *Board, t *theme, of func(cell int) bool) {
	for cell := range b.Cells {
		if !of(cell) {
			continue
		}
		at, colour := b.centre(cell), t.tileText
		if cell == b.Hole {
			colour = t.woodTop
		}
		number := 7 - cell/3*3 + cell%3 // from the top left, from 1
		if b.turned {
			number = 10 - number
		}
		c.label(strconv.Itoa(number), pt(at.X-36, at.Y-29), 13, colour)
	}
}

// drawSlab returns a tile with its dish, on a transparent ground: Slab.svelte of the page.
func drawSlab(scale float32, t *theme) *image.RGBA {
	const half = tileHalf
	c := newSprite(half+3, scale)
	c.fill(new(path).box(-half, 4-half, 2*half, 2*half-2, 11), solid(t.tileEdge))
	c.fill(new(path).box(-half, -half, 2*half, 2*half-5, 11), downwards(-half, half-5, stop{0, t.tileTop}, stop{1, t.tileLow}))
	c.fill(new(path).frame(-half, -half, 2*half, 2*half-5, 11, 1.5), solid(t.tileEdge))
	c.fill(new(path).stroke(pt(11-half, 2.5-half), pt(half-11, 2.5-half), 3), solid(t.tileRim))
	c.fill(new(path).circle(0, -2, 37), downwards(-39, 35, stop{0, t.dishTop}, stop{1, t.dishLow}))
	c.fill(new(path).ring(0, -2, 37, 2), solid(t.tileEdge))
	return c.img
}
