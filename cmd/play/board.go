package main

import "strings"

// board is a position as it is drawn: a grid of cells, and what stands around
// it. It knows no game.
type board struct {
	columns, rows int
	cells         []cell   // row*columns+column, from the bottom left
	columnNames         []string // the names of the columns; nil: none
	rowNames        []string // the names of the rows, from the bottom; nil: none
}

// cell is one field of a board.
type cell struct {
	disc    seat
	winning bool
	hole    bool
	name    string // drawn inside; empty on boards whose columns or rows have names
}

// game draws and asks for one family of games.
type game interface {
	// title names the variant for people.
	title() string
	// board returns the position after moves, of which seat first made the
	// first.
	board(first seat, moves []string) board
	// ask says what a turn is typed like.
	prompt() string
	// move turns what a person types into the game's notation. Whether it is
	// legal is for the hub to say.
	toNotation(typed string) string
	// help explains the notation.
	help() []string
}

// detailed is a game with more to say than its board shows.
type detailed interface {
	// details returns the discs in hand, by seat, and a sentence about what is
	// banned in this turn.
	details(first seat, moves []string) (hand [2]int, banned string)
}

// gameOf returns the game of a variant. One that this program does not know can
// be played by its notation all the same, without a board.
func gameForVariant(variant string) game {
	family, rest, _ := strings.Cut(variant, ":")
	switch family {
	case "connect4":
		if g, ok := parseConnect4(rest); ok {
			return g
		}
	case "tictactoe":
		return ticTacToe{}
	case "force3":
		return force3{options: rest}
	}
	return unknownGame{variant}
}

// mark notes the cells of the winning lines.
func (b board) markWinning(winning []int) board {
	for _, i := range winning {
		if i >= 0 && i < len(b.cells) {
			b.cells[i].winning = true
		}
	}
	return b
}

// unknownGame is one of a later hub.
type unknownGame struct{ variant string }

func (g unknownGame) title() string { return g.variant }

func (unknownGame) board(seat, []string) board { return board{} }

func (unknownGame) prompt() string { return "Move" }

func (unknownGame) toNotation(typed string) string { return typed }

func (unknownGame) help() []string {
	return []string{"This program is older than the game and cannot draw it. Type moves in its notation."}
}
