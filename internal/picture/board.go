package picture

import (
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// Board is a position to draw. Cells are numbered row*columns+column from the bottom left, from 0.
type Board struct {
	Columns, Rows int
	Align         int
	Cells         []int // the seat whose disc is on a cell, 1 or 2; 0: none
	Hole          int   // the cell without a tile; -1: the board has no tiles
	Hands         [2]int
	Turn          int // the seat to move; 0: the game is over by the rules
	Winner        int // the seat that has aligned; 0: none
	Line          []int

	// Last is the last turn; To is -1 if there was none.
	Last Turn

	look   look
	turned bool // whether it is drawn as the opponent of seat 1 sees it
}

// Turn is where the last turn went: from a cell, or from -1, over a cell or -1, to a cell.
type Turn struct{ From, Via, To int }

type look uint8

const (
	plate look = iota // discs fall behind it
	tray              // a tray with wells
	tiles             // a tray of sliding tiles
)

// At returns the position after the first ply of these moves. first is the seat that began. It
// fails if there is no such variant, or with the first move that is not legal.
func At(variant string, moves []string, first int) (*Board, error) {
	boards, err := replay(variant, moves, first)
	if err != nil {
		return nil, err
	}
	return boards[len(moves)], nil
}

// replay returns all positions, up to the last move.
func replay(variant string, moves []string, first int) ([]*Board, error) {
	game, err := rules.Parse(variant)
	if err != nil {
		return nil, err
	}
	if first != 1 && first != 2 {
		return nil, fmt.Errorf("picture: seat %d cannot begin", first)
	}
	p := game.Start()
	boards := []*Board{boardOf(p, first)}
	for i, text := range moves {
		move, err := p.ParseMove(text)
		if err != nil {
			return nil, err
		}
		p.Play(move)
		after := boardOf(p, first)
		after.Last = turnBetween(boards[i], after, text)
		boards = append(boards, after)
	}
	return boards, nil
}

func boardOf(p rules.Position, first int) *Board {
	seat := func(s rules.Side) int {
		switch s {
		case rules.First:
			return first
		case rules.Second:
			return 3 - first
		}
		return 0
	}
	b := &Board{Columns: 3, Rows: 3, Align: 3, Hole: -1, Last: Turn{-1, -1, -1}, Line: p.Line()}
	if b.Winner = seat(p.Outcome().Winner()); !p.Outcome().Over() {
		b.Turn = seat(p.Turn())
	}
	switch p := p.(type) {
	case *rules.Connect4Position:
		b.Columns, b.Rows, b.Align = p.Size()
	case *rules.TicTacToePosition:
		b.look = tray
	case *rules.Force3Position:
		b.look, b.Hole = tiles, fromTop(p.Hole())
		b.Hands[first-1], b.Hands[2-first] = p.Hand(rules.First), p.Hand(rules.Second)
	}
	b.Cells = make([]int, b.Columns*b.Rows)
	setup := rules.FormatSetup(p)
	for i := range b.Cells {
		cell := fromTop(i)
		if b.look == plate {
			cell = i%b.Rows*b.Columns + i/b.Rows // column by column
		}
		switch setup[i] {
		case 'x', 'r':
			b.Cells[cell] = first
		case 'o', 'b':
			b.Cells[cell] = 3 - first
		}
	}
	return b
}

// fromTop translates a cell of a board of 3x3, numbered from the top left from 0.
func fromTop(cell int) int { return (2-cell/3)*3 + cell%3 }

// turnBetween returns the turn that led from one position to the next. A slide goes from the new
// hole to the old one; move is the text of the turn, in which two slides of force3:report name the
// cell between them.
func turnBetween(before, after *Board, move string) Turn {
	t := Turn{-1, -1, -1}
	if before.Hole != after.Hole {
		t.From, t.To = after.Hole, before.Hole
		if len(move) == 4 && move[2] == '+' { // such as S2+3
			t.Via = fromTop(int(move[1] - '1'))
		}
		return t
	}
	for cell, seat := range after.Cells {
		switch was := before.Cells[cell]; {
		case was == 0 && seat != 0:
			t.To = cell
		case was != 0 && seat == 0:
			t.From = cell
		}
	}
	return t
}

// flipped returns the board as the opponent sees it: a standing board is mirrored, a flat one is
// rotated by 180°.
func (b *Board) flipped() *Board {
	turned := func(cell int) int {
		switch {
		case cell < 0:
			return cell
		case b.look == plate:
			return cell + b.Columns - 1 - 2*(cell%b.Columns)
		}
		return len(b.Cells) - 1 - cell
	}
	f := *b
	f.turned = !b.turned
	f.Cells, f.Line = make([]int, len(b.Cells)), make([]int, len(b.Line))
	for cell, seat := range b.Cells {
		f.Cells[turned(cell)] = seat
	}
	for i, cell := range b.Line {
		f.Line[i] = turned(cell)
	}
	f.Hole, f.Last = turned(b.Hole), Turn{turned(b.Last.From), turned(b.Last.Via), turned(b.Last.To)}
	return &f
}

// lines returns the alignments among the cells of Line, each as its first and last cell.
func (b *Board) lines() (found [][2]int) {
	for _, cell := range b.Line {
		column, row := cell%b.Columns, cell/b.Columns
		for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			same := func(n int) bool {
				c, r := column+n*d[0], row+n*d[1]
				at := r*b.Columns + c
				return c >= 0 && c < b.Columns && slices.Contains(b.Line, at) && b.Cells[at] == b.Cells[cell]
			}
			if same(-1) {
				continue // it does not begin here
			}
			n := 1
			for same(n) {
				n++
			}
			if n >= b.Align {
				found = append(found, [2]int{cell, (row+(n-1)*d[1])*b.Columns + column + (n-1)*d[0]})
			}
		}
	}
	return found
}
