package rules

// model is Connect Four on a plain array, as one would explain it: slow, with
// nothing in common with the bitboards but the rules. The tests hold the fast
// position against it.
type model struct {
	columns, rows, align int
	cells                []Side // row*columns+column, from the bottom left
	played               []int  // columns from 0
}

func newModel(columns, rows, align int) *model {
	return &model{columns: columns, rows: rows, align: align, cells: make([]Side, columns*rows)}
}

func (m *model) turn() Side {
	if len(m.played)%2 == 0 {
		return First
	}
	return Second
}

// free returns the row on which a disc dropped into a column lands, or rows.
func (m *model) free(column int) int {
	for r := range m.rows {
		if m.cells[r*m.columns+column] == NoSide {
			return r
		}
	}
	return m.rows
}

func (m *model) legal(column int) bool {
	return m.free(column) < m.rows && m.outcome() == Ongoing
}

func (m *model) play(column int) {
	m.cells[m.free(column)*m.columns+column] = m.turn()
	m.played = append(m.played, column)
}

func (m *model) undo() {
	column := m.played[len(m.played)-1]
	m.played = m.played[:len(m.played)-1]
	m.cells[(m.free(column)-1)*m.columns+column] = NoSide
}

// line returns the cells that are part of an alignment, in increasing order.
func (m *model) line() []int {
	part := make([]bool, len(m.cells))
	for r := range m.rows {
		for c := range m.columns {
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				m.markRun(part, c, r, step)
			}
		}
	}
	var cells []int
	for n, in := range part {
		if in {
			cells = append(cells, n)
		}
	}
	return cells
}

// markRun marks the cells from (c, r) on if they are an alignment.
func (m *model) markRun(part []bool, c, r int, step [2]int) {
	side := m.cells[r*m.columns+c]
	for i := range m.align {
		x, y := c+i*step[0], r+i*step[1]
		if x < 0 || x >= m.columns || y < 0 || y >= m.rows {
			return
		}
		if side == NoSide || m.cells[y*m.columns+x] != side {
			return
		}
	}
	for i := range m.align {
		part[(r+i*step[1])*m.columns+c+i*step[0]] = true
	}
}

func (m *model) outcome() Outcome {
	if line := m.line(); line != nil {
		return WonBy(m.cells[line[0]])
	}
	if len(m.played) == len(m.cells) {
		return Drawn
	}
	return Ongoing
}

// perft is the same count as for a Position.
func (m *model) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	if m.outcome() != Ongoing {
		return 0
	}
	for c := range m.columns {
		if m.free(c) < m.rows {
			m.play(c)
			n += m.perft(depth - 1)
			m.undo()
		}
	}
	return n
}
