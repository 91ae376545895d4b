package picture

import (
	"image"
	"image/draw"
	"strconv"
)

// extent returns the size of a board's drawing in its own units. Its upper left cell is at 0,0.
func (b *Board) extent() (left, top, width, height float32) {
	left, top = -frame, -frame
	width, height = float32(b.Columns)*cellSize+2*frame, float32(b.Rows)*cellSize+frame+foot
	if b.look == tiles {
		top, height = top-strip, height+2*strip
	}
	return left, top, width, height
}

// centre returns the middle of a disc on a cell.
func (b *Board) centre(cell int) point {
	p := pt((float32(cell%b.Columns)+0.5)*cellSize, (float32(b.Rows-cell/b.Columns)-0.5)*cellSize)
	if b.look == tiles {
		p.Y -= 2
	}
	return p
}

// discScale returns the scale at which discs are drawn on the board.
func (b *Board) discScale() float32 { return [...]float32{plate: 1, tray: 0.9, tiles: 0.8}[b.look] }

// pieces are the pictures of the pieces of one board, at its scale.
type pieces struct {
	discs  [2]*image.RGBA // by seat, as they lie on the board
	inHand [2]*image.RGBA // nil unless the board has tiles
	slab   *image.RGBA    // nil unless the board has tiles
}

func newPieces(b *Board, colours [2]string, scale float32, t *theme) *pieces {
	p := &pieces{}
	for i, colour := range colours {
		p.discs[i] = drawDisc(i+1, colour, scale*b.discScale())
		switch b.look {
		case plate:
			p.discs[i] = throughHole(p.discs[i], scale, t)
		case tiles:
			p.inHand[i] = drawDisc(i+1, colour, scale*handScale)
		}
	}
	if b.look == tiles {
		p.slab = drawSlab(scale, t)
	}
	return p
}

// throughHole returns a disc as it is seen through the hole of a plate.
func throughHole(disc *image.RGBA, scale float32, t *theme) *image.RGBA {
	c := newCanvas(disc.Rect.Dx(), disc.Rect.Dy())
	c.scale, c.origin = scale, pt(float32(disc.Rect.Dx())/2, float32(disc.Rect.Dy())/2)
	box := c.cover(new(path).circle(0, 0, hole))
	opening := image.NewAlpha(disc.Rect)
	c.raster.Draw(opening, box, image.Opaque, image.Point{})
	draw.DrawMask(c.img, disc.Rect, disc, image.Point{}, opening, image.Point{}, draw.Src)
	c.holeEdge(point{}, t)
	return c.img
}

// holeEdge draws the edge of a hole in a plate: how thick the plate is, and its rim.
func (c *canvas) holeEdge(at point, t *theme) {
	const sink = 0.04 * 2 * hole // how far the lower edge shows
	crescent := new(path).circle(at.X, at.Y, hole).circle(at.X, at.Y+sink, -hole)
	c.fill(crescent, solid(t.boardEdge))
	c.fill(new(path).ring(at.X, at.Y, hole+1, 4),
		downwards(at.Y-hole-1, at.Y+hole+1, stop{0, t.boardEdge}, stop{0.45, t.boardEdge}, stop{1, t.boardRim}))
}

// board draws a board without pieces and marks.
func (c *canvas) board(b *Board, t *theme) {
	if b.look == plate {
		c.plate(b, t)
	} else {
		c.tray(b, t)
	}
}

// pieces draws the pieces onto a board. shift is that of sliding.
func (c *canvas) pieces(b *Board, p *pieces, t *theme, shift map[int]point) {
	if b.look == tiles {
		c.sliding(b, p, t, shift)
		return
	}
	for cell, seat := range b.Cells {
		if seat != 0 {
			c.stamp(p.discs[seat-1], b.centre(cell))
		}
	}
}

// smallScale is the scale below which the numbers of columns are larger, to remain legible.
const smallScale = 0.4

// plate draws a standing plate with a hole for each cell: Plate.svelte of the page.
func (c *canvas) plate(b *Board, t *theme) {
	const depth = 7 // the thickness of the plate, seen from a little below
	_, top, width, height := b.extent()
	c.fill(b.outline(0, depth, nil), solid(t.boardEdge))
	c.fill(b.outline(0, 0, nil), downwards(top, top+height, stop{0, t.boardTop}, stop{0.5, t.boardMid}, stop{1, t.boardLow}))
	inner := width - 2*frame
	c.fill(new(path).stroke(pt(18, 3-frame), pt(inner-18, 3-frame), 3), faint(t.boardRim, 0.8))
	for cell := range b.Cells {
		at := b.centre(cell)
		c.fill(new(path).circle(at.X, at.Y, hole), downwards(at.Y-hole, at.Y+hole, stop{0, t.holeTop}, stop{1, t.holeLow}))
		c.holeEdge(at, t)
	}
	size, below := float32(24), float32(19)
	if c.scale < smallScale {
		size, below = 40, 24
	}
	for column := range b.Columns {
		c.label(strconv.Itoa(column+1), pt(b.centre(column).X, float32(b.Rows)*cellSize+below), size, t.boardRim)
	}
}

// outline returns the outline of a board with a round hole at each of these cells. sink is how far
// down the outline lies.
func (b *Board) outline(holes, sink float32, cells []int) *path {
	round := float32(30)
	if b.look == plate {
		round = 44
	}
	width, height := float32(b.Columns)*cellSize+2*frame, float32(b.Rows)*cellSize+frame+foot
	p := new(path).box(-frame, sink-frame, width, height, round)
	for _, cell := range cells {
		at := b.centre(cell)
		p.circle(at.X, at.Y, -holes)
	}
	return p
}
