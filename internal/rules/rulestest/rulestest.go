// Package rulestest has every game of package rules a second time, written as
// one would explain it: on plain arrays, with each rule where it is needed, and
// with nothing in common with the fast games but the notation. Tests hold the
// fast games, and whatever is built on them, against these models.
//
// Play works out all that a model can be asked, which then costs nothing. A random
// game takes some 25 µs on the usual board of Connect Four, 50 µs in Force 3, and
// 120 µs on the largest board: BenchmarkModel.
package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/rules"
)

// Model is a game in progress. It belongs to one goroutine at a time.
type Model interface {
	// Turn returns the side to move, also once the game is over.
	Turn() rules.Side

	// Moves returns what has been played, in the game's notation.
	Moves() []string

	// Legal returns the legal moves in the game's notation; none once the game is
	// over. The slice must not be written to.
	Legal() []string

	// Play makes a legal move, and panics if it is none.
	Play(move string)

	// Undo takes the last move back, and panics if there is none.
	Undo()

	// Over tells whether the game has ended.
	Over() bool

	// Winner returns who has won, NoSide for a draw or a game that goes on.
	Winner() rules.Side

	// Line returns the aligned cells as rules.Position does.
	Line() []int

	// String draws the position; each game says how in its file.
	String() string
}

// New returns the model of a variant with nothing played. It panics if there is
// no such variant.
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
	m.settle()
	return m
}

// board is a position without its history. It never changes.
type board interface {
	// side is the one to move.
	side() rules.Side

	// legal returns the legal moves, given that nobody has aligned anything.
	legal() []string

	// after returns the board with a legal move made.
	after(move string) board

	// cells returns who has what, row*columns+column from the bottom left, how many
	// columns there are, and how many cells make a line.
	cells() (cells []rules.Side, columns, align int)

	String() string
}

// model is the game as the list of its boards.
type model struct {
	boards []board // the start, and what stood after each turn
	played []string

	repetitions int // a board that stands so often draws; 0 if that does not matter
	plies       int // as many turns draw; 0 if any number is fine

	// What follows from the boards.
	legal  []string
	line   []int
	over   bool
	winner rules.Side
}

func (m *model) now() board         { return m.boards[len(m.boards)-1] }
func (m *model) Turn() rules.Side   { return m.now().side() }
func (m *model) Moves() []string    { return m.played }
func (m *model) Legal() []string    { return m.legal }
func (m *model) Over() bool         { return m.over }
func (m *model) Winner() rules.Side { return m.winner }
func (m *model) Line() []int        { return m.line }
func (m *model) String() string     { return m.now().String() }

func (m *model) Play(move string) {
	if !slices.Contains(m.legal, move) {
		panic(fmt.Sprintf("rulestest: %q after %v", move, m.played))
	}
	m.boards = append(m.boards, m.now().after(move))
	m.played = append(m.played, move)
	m.settle()
}

func (m *model) Undo() {
	m.boards = m.boards[:len(m.boards)-1]
	m.played = m.played[:len(m.played)-1]
	m.settle()
}

// settle works out what follows from the boards.
func (m *model) settle() {
	cells, columns, align := m.now().cells()
	m.line = aligned(cells, columns, align)
	m.legal, m.over, m.winner = nil, true, rules.NoSide
	switch {
	case m.line != nil:
		m.winner = cells[m.line[0]]
		for _, n := range m.line {
			if cells[n] != m.winner {
				m.winner = rules.NoSide // both sides' lines at once
				return
			}
		}
	case m.plies > 0 && len(m.played) >= m.plies, m.repetitions > 0 && m.stood() >= m.repetitions:
	default:
		m.legal = m.now().legal()
		m.over = len(m.legal) == 0
	}
}

// stood returns how often the board has stood, now included.
func (m *model) stood() (times int) {
	for _, b := range m.boards {
		if b == m.now() {
			times++
		}
	}
	return times
}

// aligned returns the cells that are part of a line, in increasing order.
func aligned(cells []rules.Side, columns, align int) []int {
	var part []bool
	for n, side := range cells {
		if side == rules.NoSide {
			continue
		}
		for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			line := lineFrom(cells, columns, align, n, step)
			for _, cell := range line {
				if part == nil {
					part = make([]bool, len(cells))
				}
				part[cell] = true
			}
		}
	}
	var all []int
	for n, in := range part {
		if in {
			all = append(all, n)
		}
	}
	return all
}

// lineFrom returns the cells of the line that begins on cell n and goes on by
// step, columns and rows, and nil if there is none.
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

// other is the opponent of a side.
func other(side rules.Side) rules.Side {
	if side == rules.First {
		return rules.Second
	}
	return rules.First
}
