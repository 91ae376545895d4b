package rules

import "strings"

// The names of the cells in the notation are the column, then the row.
const (
	ticTacToeColumns = "abc"
	ticTacToeRows    = "123"
)

// ticTacToeOrder has the cells in the order of Moves: the centre, the corners, the edges.
var ticTacToeOrder = [cells3]uint8{4, 0, 2, 6, 8, 1, 3, 5, 7}

// ticTacToe is tic-tac-toe, which has one variant.
type ticTacToe struct{}

func parseTicTacToe(variant string) (Game, error) {
	if variant != "tictactoe" {
		return nil, refuse(CodeUnknownVariant, "%s is not a variant of tic-tac-toe; the only one is tictactoe.", quote(variant))
	}
	return ticTacToe{}, nil
}

func (ticTacToe) Variant() string   { return "tictactoe" }
func (ticTacToe) Separator() string { return " " }
func (ticTacToe) MaxPlies() int     { return cells3 }
func (ticTacToe) Start() Position   { return &TicTacToePosition{} }

// TicTacToePosition is a Position of tic-tac-toe.
//
// Its Move is the number of the cell, as in Line. Bit n of a set of cells is row n/3 from
// the bottom and column n%3 from the left.
type TicTacToePosition struct {
	marks   [2]uint16 // the cells with marks of First and of Second
	history [cells3]uint8
	ply     uint8
	outcome Outcome
}

// Marks returns the cells with marks of s, which must be First or Second.
func (p *TicTacToePosition) Marks(s Side) uint16 { return p.marks[s-First] }

// Turn implements Position.
func (p *TicTacToePosition) Turn() Side { return First + Side(p.ply&1) }

// Ply implements Position.
func (p *TicTacToePosition) Ply() int { return int(p.ply) }

// Outcome implements Position.
func (p *TicTacToePosition) Outcome() Outcome { return p.outcome }

// Moves implements Position. It returns the free cells, the centre first and the edges
// last.
func (p *TicTacToePosition) Moves(buf []Move) []Move {
	if p.outcome != Ongoing {
		return buf
	}
	for _, cell := range ticTacToeOrder {
		if p.free(cell) {
			buf = append(buf, Move(cell))
		}
	}
	return buf
}

func (p *TicTacToePosition) free(cell uint8) bool { return (p.marks[0]|p.marks[1])>>cell&1 == 0 }

// Play implements Position.
func (p *TicTacToePosition) Play(m Move) {
	side := p.Turn()
	p.marks[side-First] |= 1 << m
	p.history[p.ply] = uint8(m)
	p.ply++
	switch {
	case p.aligned(side) != 0:
		p.outcome = WonBy(side)
	case p.ply == cells3:
		p.outcome = Drawn
	}
}

// Undo implements Position.
func (p *TicTacToePosition) Undo() {
	if p.ply == 0 {
		panic("rules: Undo with nothing played")
	}
	checkUndo(p.history[p.ply-1])
	p.ply--
	p.marks[p.ply&1] &^= 1 << p.history[p.ply]
	p.outcome = Ongoing // no turn follows the one that ends a game
}

// aligned returns the cells of the lines of which s has all cells.
func (p *TicTacToePosition) aligned(s Side) (cells uint16) {
	return filledLines(p.marks[s-First])
}

// Line implements Position. The last mark can complete two lines.
func (p *TicTacToePosition) Line() []int {
	if p.outcome.Winner() == NoSide {
		return nil
	}
	return listCells(p.aligned(p.outcome.Winner()))
}

// ParseMove implements Position. A move is the letter of the column, a to c from the
// left, and the digit of the row, 1 to 3 from the bottom. The codes are CodeBadMove,
// CodeGameOver and CodeCellTaken, checked in this order.
func (p *TicTacToePosition) ParseMove(text string) (Move, error) {
	column, row := -1, -1
	if len(text) == 2 {
		column, row = strings.IndexByte(ticTacToeColumns, text[0]), strings.IndexByte(ticTacToeRows, text[1])
	}
	cell := uint8(row*side3 + column)
	switch {
	case column < 0 || row < 0:
		return 0, refuse(CodeBadMove, "%s is not a cell; write the column, a to c from the left, "+
			"and the row, 1 to 3 from the bottom, such as b2.", quote(text))
	case p.outcome.Over():
		return 0, errGameOver()
	case !p.free(cell):
		return 0, refuse(CodeCellTaken, "Cell %s is taken.", text)
	}
	return Move(cell), nil
}

// FormatMove implements Position.
func (p *TicTacToePosition) FormatMove(m Move) string {
	column, row := m%side3, m/side3
	return ticTacToeColumns[column:column+1] + ticTacToeRows[row:row+1]
}

// Clone implements Position.
func (p *TicTacToePosition) Clone() Position {
	q := *p
	return &q
}
