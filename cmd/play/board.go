package main

import (
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

// board is a position to draw: a grid of cells with optional row and column names. It
// knows no rules.
type board struct {
	columns, rows int
	cells         []cell   // index row*columns+column, from the bottom left
	columnNames   []string // from the left; nil: not shown
	rowNames      []string // from the bottom; nil: not shown
}

// cell is one field of a board.
type cell struct {
	disc    seat
	winning bool
	hole    bool
	name    string // drawn in the cell; empty if the board has row or column names
}

// game is the presentation of one family of games.
type game interface {
	// title returns the variant's name for users.
	title(l texts.Lang) string
	// board returns the position after moves. Seat first made the first move.
	board(first seat, moves []string) board
	// prompt says what to type for a move.
	prompt(l texts.Lang) string
	// toNotation converts typed text to the game's notation. It does not check whether
	// the move is legal: the hub does.
	toNotation(typed string) string
	// help explains the notation.
	help(l texts.Lang) []string
}

// detailed is implemented by games whose board does not show everything.
type detailed interface {
	// inHand returns the discs in hand, by seat.
	inHand(first seat, moves []string) [2]int
	// banned describes the slide that is not allowed in this turn. It is empty if all slides are
	// allowed.
	banned(l texts.Lang, first seat, moves []string) string
	// repetitions returns how many times the position has occurred, including now.
	repetitions(first seat, moves []string) int
}

// drawExplainer is implemented by games that can say why they are a draw by the rules.
type drawExplainer interface {
	drawText(first seat, moves []string) texts.Text
}

// gameForVariant returns the game of a variant. An unknown variant can be played by its
// notation, without a board.
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

// markWinning marks the cells of the winning lines. It ignores indexes off the board.
func (b board) markWinning(winning []int) board {
	for _, i := range winning {
		if i >= 0 && i < len(b.cells) {
			b.cells[i].winning = true
		}
	}
	return b
}

// unknownGame is a variant of a newer hub.
type unknownGame struct{ variant string }

func (g unknownGame) title(texts.Lang) string { return g.variant }

func (unknownGame) board(seat, []string) board { return board{} }

func (unknownGame) prompt(l texts.Lang) string { return l.Say(texts.UnknownPrompt) }

func (unknownGame) toNotation(typed string) string { return typed }

func (unknownGame) help(l texts.Lang) []string { return []string{l.Say(texts.UnknownGame)} }
