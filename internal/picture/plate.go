package picture

import (
	"image"
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
	p := point{(float32(cell%b.Columns) + 0.5) * cellSize, (float32(b.Rows-cell/b.Columns) - 0.5) * cellSize}
	if b.look == tiles {
		p.y -= 2
	}
	return p
}

// discScale returns the scale at which discs are drawn on the board.
func (b *Board) discScale() float32 { return [...]float32{plate: 1, tray: 0.9, tiles: 0.8}[b.look] }

// pieces are the pictures of the pieces of one board, at its scale.
type pieces struct {
	discs, inHand [2]*image.RGBA // by seat
	slab          *image.RGBA
}

func newPieces(b *Board, colours [2]string, scale float32, t *theme) *pieces {
	p := &pieces{}
	for i, colour := range colours {
		p.discs[i] = drawDisc(i+1, colour, scale*b.discScale())
		if b.look == tiles {
			p.inHand[i] = drawDisc(i+1, colour, scale*handScale)
		}
	}
	if b.look == tiles {
		p.slab = drawSlab(scale, t)
	}
	return p
}

// board draws a board with its pieces, without marks.
func (c *canvas) board(b *Board, p *pieces, t *theme) {
	switch b.look {
	case plate:
		c.plateBack(b, t)
		c.discs(b, p)
		c.plateFront(b, t)
	case tray:
		c.tray(b, t)
		c.discs(b, p)
	case tiles:
		c.tray(b, t)
		c.tiles(b, p, t)
	}
}

func (c *canvas) discs(b *Board, p *pieces) {
	for cell, seat := range b.Cells {
		if seat != 0 {
			c.stamp(p.discs[seat-1], b.centre(cell))
		}
	}
}

// plateBack draws what is behind the discs of a plate: Plate.svelte of the page.
func (c *canvas) plateBack(b *Board, t *theme) {
	width, height := float32(b.Columns)*cellSize, float32(b.Rows)*cellSize
	c.fill(new(path).box(0, 0, width, height, 24), solid(t.holeTop))
	for cell := range b.Cells {
		at := b.centre(cell)
		c.fill(new(path).circle(at.x, at.y, hole+1), downwards(at.y-hole, at.y+hole, stop{0, t.holeTop}, stop{1, t.holeLow}))
	}
}

// smallScale is the scale below which the numbers of columns are larger, to remain legible.
const smallScale = 0.5

// plateFront draws the plate with its holes, over the discs.
func (c *canvas) plateFront(b *Board, t *theme) {
	const (
		depth    = 7               // the thickness of the plate, seen from a little below
		holeEdge = 0.04 * 2 * hole // how far the inner edge of a hole shows over a disc
	)
	c.fill(b.outline(hole, depth, holeEdge, nil), solid(t.boardEdge))
	_, top, width, height := b.extent()
	c.fill(b.outline(hole, 0, 0, nil), downwards(top, top+height, stop{0, t.boardTop}, stop{0.5, t.boardMid}, stop{1, t.boardLow}))
	inner := width - 2*frame
	c.fill(new(path).stroke(point{18, 3 - frame}, point{inner - 18, 3 - frame}, 3), solid(t.boardRim).faint(0.8))
	for cell := range b.Cells {
		at := b.centre(cell)
		c.fill(new(path).ring(at.x, at.y, hole+1, 4),
			downwards(at.y-hole-1, at.y+hole+1, stop{0, t.boardEdge}, stop{0.45, t.boardEdge}, stop{1, t.boardRim}))
	}
	size, below := float32(24), float32(19)
	if c.scale < smallScale {
		size, below = 40, 24
	}
	for column := range b.Columns {
		c.label(strconv.Itoa(column+1), point{b.centre(column).x, float32(b.Rows)*cellSize + below}, size, t.boardRim)
	}
}

// outline returns the outline of a board with a hole at each of these cells; nil: at all. sink
// is how far down the outline lies, sinkHoles how far down the holes lie.
func (b *Board) outline(holes, sink, sinkHoles float32, cells []int) *path {
	round := float32(30)
	if b.look == plate {
		round = 44
	}
	width, height := float32(b.Columns)*cellSize+2*frame, float32(b.Rows)*cellSize+frame+foot
	p := new(path).box(-frame, sink-frame, width, height, round)
	if cells == nil {
		for cell := range b.Cells {
			cells = append(cells, cell)
		}
	}
	for _, cell := range cells {
		at := b.centre(cell)
		p.circle(at.x, at.y+sinkHoles, -holes)
	}
	return p
}
