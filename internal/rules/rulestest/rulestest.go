// Package rulestest has a naive model of every game of package rules. Tests compare the
// fast games, and code built on them, with these models.
//
// A model is written as one would explain the game: on plain arrays, with each rule where
// it applies. It shares nothing with the fast game except the notation. Play computes the
// results of all other methods.
package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/rules"
)

// Model is a game in progress, as the list of its boards. Only one goroutine at a time may use it.
type Model struct {
	Moves  []string // played, in the notation of the game
	Legal  []string // the legal moves; none once the game is over
	Line   []int    // the aligned cells, as rules.Position.Line returns them
	Over   bool
	Winner rules.Side // NoSide if the game is drawn or not over

	boards []board // the start, and the board after each turn

	repetitions int // a board that occurs this many times is a draw; 0 for no limit
	plies       int // a game with this many turns is a draw; 0 for no limit
}

// New returns the model of a variant before the first move. It panics if there is no such
// variant.
func New(variant string) *Model {
	if _, err := rules.Parse(variant); err != nil {
		panic(err)
	}
	m := &Model{}
	if strings.HasPrefix(variant, "force3") {
		m.boards, m.repetitions, m.plies = []board{newForce3(variant)}, 3, 200
	} else {
		m.boards = []board{newGrid(variant)}
	}
	m.update()
	return m
}

// board is a position without its history. It never changes.
type board interface {
	// side returns the side to move.
	side() rules.Side

	// legal returns the legal moves. Neither side may have a line.
	legal() []string

	// after returns the board after a legal move.
	after(move string) board

	// cells returns the owner of each cell, by row*columns+column from the bottom left,
	// the number of columns, and how many cells make a line.
	cells() (cells []rules.Side, columns, align int)

	String() string
}

func (m *Model) current() board { return m.boards[len(m.boards)-1] }

// Turn returns the side to move, or the side that would move next in a game that is over.
func (m *Model) Turn() rules.Side { return m.current().side() }

// String draws the position. The type of each board describes its form.
func (m *Model) String() string { return m.current().String() }

// Play makes a legal move. It panics if the move is not legal.
func (m *Model) Play(move string) {
	if !slices.Contains(m.Legal, move) {
		panic(fmt.Sprintf("rulestest: %q after %v", move, m.Moves))
	}
	m.boards = append(m.boards, m.current().after(move))
	m.Moves = append(m.Moves, move)
	m.update()
}

// Undo takes back the last move. It panics if there is no move to take back.
func (m *Model) Undo() {
	m.boards = m.boards[:len(m.boards)-1]
	m.Moves = m.Moves[:len(m.Moves)-1]
	m.update()
}

// update computes Legal, Line, Over and Winner from the boards.
func (m *Model) update() {
	cells, columns, align := m.current().cells()
	m.Line = aligned(cells, columns, align)
	m.Legal, m.Over, m.Winner = nil, true, rules.NoSide
	switch {
	case m.Line != nil:
		m.Winner = cells[m.Line[0]]
		for _, n := range m.Line {
			if cells[n] != m.Winner {
				m.Winner = rules.NoSide // both sides have lines
				return
			}
		}
	case m.plies > 0 && len(m.Moves) >= m.plies, m.repetitions > 0 && m.timesOccurred() >= m.repetitions:
	default:
		m.Legal = m.current().legal()
		m.Over = len(m.Legal) == 0
	}
}

// timesOccurred returns how many times the current board has occurred, including now.
func (m *Model) timesOccurred() (times int) {
	for _, b := range m.boards {
		if b == m.current() {
			times++
		}
	}
	return times
}

// aligned returns the cells of all lines, in increasing order. It returns nil if there
// are none.
func aligned(cells []rules.Side, columns, align int) []int {
	var all []int
	for n, side := range cells {
		if side == rules.NoSide {
			continue
		}
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			all = append(all, lineFrom(cells, columns, align, n, step)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lineFrom returns the cells of the line that begins on cell n and goes on by step, a number of
// columns and of rows. It returns nil if there is no such line.
func lineFrom(cells []rules.Side, columns, align, n int, step [2]int) []int {
	rows := len(cells) / columns
	for i := range align {
		x, y := n%columns+i*step[0], n/columns+i*step[1]
		if x < 0 || x >= columns || y < 0 || y >= rows || cells[y*columns+x] != cells[n] {
			return nil
		}
	}
	var line []int
	for i := range align {
		line = append(line, n+i*(step[1]*columns+step[0]))
	}
	return line
}
