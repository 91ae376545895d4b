package main

import (
	"slices"
	"strings"
)

// size is how much room a board may take.
type size struct {
	rowBorders  bool // between the rows
	narrow bool // cells of one character
}

// sizes from the largest to the smallest.
var sizes = []size{{rowBorders: true}, {}, {narrow: true}}

// draw returns the lines of a board in the largest size that fits, or the
// smallest.
func draw(b board, players [2]player, g glyphs, p painter, width, height int) []string {
	var lines []string
	for _, s := range sizes {
		w, h := b.extent(s)
		if w <= width && h <= height || s == sizes[len(sizes)-1] {
			d := drawing{board: b, size: s, glyphs: g, painter: p, players: players}
			lines = d.lines()
			break
		}
	}
	return lines
}

// named reports whether the cells have names inside.
func (b board) hasCellNames() bool {
	return slices.ContainsFunc(b.cells, func(c cell) bool { return c.name != "" })
}

// cellWidth is how many characters a cell takes between its borders.
func (b board) cellWidth(s size) int {
	switch {
	case b.hasCellNames():
		return 5
	case s.narrow:
		return 1
	}
	return 3
}

// extent returns how many characters wide and lines high a board is drawn.
func (b board) extent(s size) (width, height int) {
	if b.columns == 0 {
		return 0, 0
	}
	width = b.columns*(b.cellWidth(s)+1) + 1
	height = b.rows + 2
	if s.rowBorders {
		height += b.rows - 1
	}
	if b.columnNames != nil {
		height++
	}
	if b.rowNames != nil {
		width += 2
	}
	return width, height
}

// drawing is one board being drawn.
type drawing struct {
	board
	size
	glyphs
	painter
	players [2]player
}

func (d drawing) lines() []string {
	if d.columns == 0 {
		return nil
	}
	var lines []string
	if d.columnNames != nil {
		lines = append(lines, d.header())
	}
	lines = append(lines, d.border(d.top))
	for row := d.rows - 1; row >= 0; row-- {
		lines = append(lines, d.row(row))
		if row > 0 && d.rowBorders {
			lines = append(lines, d.border(d.middle))
		}
	}
	return append(lines, d.border(d.bottom))
}

// margin is what stands left of the border.
func (d drawing) margin(text string) string {
	if d.rowNames == nil {
		return ""
	}
	return text + " "
}

func (d drawing) header() string {
	var b strings.Builder
	b.WriteString(d.margin(" "))
	for _, name := range d.columnNames {
		if d.narrow {
			b.WriteString(" " + name)
		} else {
			b.WriteString("  " + name + " ")
		}
	}
	return strings.TrimRight(b.String(), " ")
}

func (d drawing) border(ends [3]string) string {
	cell := strings.Repeat(d.horizontal, d.cellWidth(d.size))
	inner := strings.Join(slices.Repeat([]string{cell}, d.columns), ends[1])
	return d.margin(" ") + d.faint(ends[0]+inner+ends[2])
}

func (d drawing) row(row int) string {
	var b strings.Builder
	name := ""
	if d.rowNames != nil {
		name = d.rowNames[row]
	}
	b.WriteString(d.margin(name))
	b.WriteString(d.faint(d.vertical))
	for _, c := range d.cells[row*d.columns : (row+1)*d.columns] {
		b.WriteString(d.cell(c))
		b.WriteString(d.faint(d.vertical))
	}
	return b.String()
}

// cell draws one field. Winning discs stand in brackets, so that they are seen
// without colours too.
func (d drawing) cell(c cell) string {
	width := d.cellWidth(d.size)
	if c.hole {
		return d.faint(strings.Repeat(d.hole, width))
	}
	disc := seatMarks[c.disc]
	if c.disc != 0 {
		disc = d.disc(disc, d.players[c.disc-1].Colour, c.winning)
	}
	before, after := " ", " "
	if c.winning {
		before, after = "(", ")"
	}
	switch {
	case c.name != "":
		return " " + d.faint(c.name) + before + disc + after
	case width == 1:
		return disc
	}
	return before + disc + after
}
