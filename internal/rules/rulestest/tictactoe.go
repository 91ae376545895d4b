package rulestest

import "github.com/quatre/quatre/internal/rules"

// ticTacToe is a board of tic-tac-toe. String draws it row by row from the top: x is the
// first side, o the second.
type ticTacToe struct {
	marks [9]rules.Side // in the order of cellNames
	turn  rules.Side
}

// cellNames has the moves, which are the names of the cells, row by row from the bottom left.
var cellNames = [9]string{"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}

func (b ticTacToe) side() rules.Side { return b.turn }

func (b ticTacToe) legal() []string {
	var moves []string
	for n, name := range cellNames {
		if b.marks[n] == rules.NoSide {
			moves = append(moves, name)
		}
	}
	return moves
}

func (b ticTacToe) after(move string) board {
	for n, name := range cellNames {
		if name == move {
			b.marks[n] = b.turn
		}
	}
	b.turn = other(b.turn)
	return b
}

func (b ticTacToe) cells() (cells []rules.Side, columns, align int) { return b.marks[:], 3, 3 }

func (b ticTacToe) String() string { return draw(b.marks[:], 3) }
