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

// Model is a game in progress. Only one goroutine at a time may use it.
type Model interface {
	// Turn returns the side to move. Once the game is over, it returns the side that
	// would move next.
	Turn() rules.Side

	// Moves returns the moves that have been played, in the notation of the game.
	Moves() []string

	// Legal returns the legal moves in the notation of the game. There are none once the
	// game is over. Callers must not write to the slice.
	Legal() []string

	// Play makes a legal move. It panics if the move is not legal.
	Play(move string)

	// Undo takes back the last move. It panics if there is no move to take back.
	Undo()

	// Over reports whether the game has ended.
	Over() bool

	// Winner returns the side that has won. It is NoSide if the game is drawn or not
	// over.
	Winner() rules.Side

	// Line returns the aligned cells, as rules.Position.Line does.
	Line() []int

	// String draws the position. The type of each game describes its form.
	String() string
}

// New returns the model of a variant before the first move. It panics if there is no such
// variant.
func New(variant string) Model {
	name, _, _ := strings.Cut(variant, ":")
	m := &model{}
	switch {
	case name == "connect4":
		m.boards = []board{newConnect4(variant)}
	case variant == "tictactoe":
		m.boards = []board{ticTacToe{turn: rules.First}}
	case name == "force3":
		m.boards = []board{newForce3(variant)}
		m.repetitions, m.plies = 3, 200
	default:
		panic(fmt.Sprintf("rulestest: no model of %q", variant))
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

// model is a game as the list of its boards.
type model struct {
	boards []board // the start, and the board after each turn
	played []string

	repetitions int // a board that occurs this many times is a draw; 0 for no limit
	plies       int // a game with this many turns is a draw; 0 for no limit

	// Computed from the boards by update.
	legal  []string
	line   []int
	over   bool
	winner rules.Side
}

func (m *model) current() board     { return m.boards[len(m.boards)-1] }
func (m *model) Turn() rules.Side   { return m.current().side() }
func (m *model) Moves() []string    { return m.played }
func (m *model) Legal() []string    { return m.legal }
func (m *model) Over() bool         { return m.over }
func (m *model) Winner() rules.Side { return m.winner }
func (m *model) Line() []int        { return m.line }
func (m *model) String() string     { return m.current().String() }

func (m *model) Play(move string) {
	if !slices.Contains(m.legal, move) {
		panic(fmt.Sprintf("rulestest: %q after %v", move, m.played))
	}
	m.boards = append(m.boards, m.current().after(move))
	m.played = append(m.played, move)
	m.update()
}

func (m *model) Undo() {
	m.boards = m.boards[:len(m.boards)-1]
	m.played = m.played[:len(m.played)-1]
	m.update()
}

// update computes the fields that depend on the boards.
func (m *model) update() {
	cells, columns, align := m.current().cells()
	m.line = aligned(cells, columns, align)
	m.legal, m.over, m.winner = nil, true, rules.NoSide
	switch {
	case m.line != nil:
		m.winner = cells[m.line[0]]
		for _, n := range m.line {
			if cells[n] != m.winner {
				m.winner = rules.NoSide // both sides have lines
				return
			}
		}
	case m.plies > 0 && len(m.played) >= m.plies, m.repetitions > 0 && m.timesOccurred() >= m.repetitions:
	default:
		m.legal = m.current().legal()
		m.over = len(m.legal) == 0
	}
}

// timesOccurred returns how many times the current board has occurred, including now.
func (m *model) timesOccurred() (times int) {
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
	var inLine []bool
	for n, side := range cells {
		if side == rules.NoSide {
			continue
		}
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			line := lineFrom(cells, columns, align, n, step)
			for _, cell := range line {
				if inLine == nil {
					inLine = make([]bool, len(cells))
				}
				inLine[cell] = true
			}
		}
	}
	var all []int
	for n, in := range inLine {
		if in {
			all = append(all, n)
		}
	}
	return all
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

// other returns the opponent of a side.
func other(side rules.Side) rules.Side {
	if side == rules.First {
		return rules.Second
	}
	return rules.First
}
