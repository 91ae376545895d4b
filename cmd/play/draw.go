package main

import (
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// size is a way to draw a board.
type size struct {
	rowBorders bool // lines between the rows
	narrow     bool // cells one character wide
}

// sizes lists all sizes from the largest to the smallest.
var sizes = []size{{rowBorders: true}, {}, {narrow: true}}

// draw returns the lines of a board, in the largest size that fits. If none fits, it
// uses the smallest.
func draw(b board, players [2]room.Player, g glyphs, p painter, width, height int) []string {
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

// hasCellNames reports whether names are drawn inside the cells.
func (b board) hasCellNames() bool {
	return slices.ContainsFunc(b.cells, func(c cell) bool { return c.name != "" })
}

// cellWidth returns the width of a cell without its borders, in characters.
func (b board) cellWidth(s size) int {
	switch {
	case b.hasCellNames():
		return 5
	case s.narrow:
		return 1
	}
	return 3
}

// extent returns the width in characters and the height in lines of the drawn board.
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

// drawing is a board with everything that is needed to draw it.
type drawing struct {
	board
	size
	glyphs
	painter
	players [2]room.Player
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

// margin returns the text to the left of the border.
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

// cell draws one cell. Winning discs get brackets, so that they stand out without
// colours too.
func (d drawing) cell(c cell) string {
	width := d.cellWidth(d.size)
	if c.hole {
		return d.faint(strings.Repeat(d.hole, width))
	}
	disc := seatMarks[c.disc]
	if c.disc != 0 {
		disc = d.disc(disc, d.players[c.disc-1].Colour, c.winning)
	}
	prefix, suffix := " ", " "
	if c.winning {
		prefix, suffix = "(", ")"
	}
	switch {
	case c.name != "":
		return " " + d.faint(c.name) + prefix + disc + suffix
	case width == 1:
		return disc
	}
	return prefix + disc + suffix
}
