// Package rules holds the games of Quatre: who moves, what is legal, who has won.
//
// It promises three things. Every game is reached through one small interface,
// so that whoever carries moves about needs to know no game. A Position never
// holds an illegal state: the only ways to change it are Play with a move that
// it offered or parsed, and Undo. And everything is exact and deterministic:
// no clock, no randomness, no input but the arguments.
//
// Moves travel between programs and are stored as text, in their game's
// notation; the Move type is only for searching within one process.
//
// The package uses the standard library alone.
package rules

import "fmt"

// Side is one of the two players of a game, in the order in which they move.
// Who sits where, and in which colour, is not known here.
type Side uint8

// The sides. NoSide is the zero value: an empty cell, or nobody.
const (
	NoSide Side = iota
	First
	Second
)

// Other returns the opponent of s. NoSide has none and is its own.
func (s Side) Other() Side {
	if s == NoSide {
		return NoSide
	}
	return First + Second - s
}

// Outcome tells whether and how a game is over.
type Outcome uint8

// The outcomes. Ongoing is the zero value.
const (
	Ongoing Outcome = iota
	FirstWins
	SecondWins
	Drawn
)

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o != Ongoing }

// Winner returns the side that has won, or NoSide for a draw or a game that
// goes on.
func (o Outcome) Winner() Side {
	switch o {
	case FirstWins:
		return First
	case SecondWins:
		return Second
	default:
		return NoSide
	}
}

// WonBy returns the outcome of a game that s has won; s must not be NoSide.
func WonBy(s Side) Outcome {
	if s == First {
		return FirstWins
	}
	return SecondWins
}

// Move is one turn in the encoding of its game: a small code that means
// something only to positions of that game and is never stored or sent.
type Move uint32

// Game is the rules of one variant. A Game is immutable and may be shared by
// goroutines.
type Game interface {
	// Variant returns the canonical string that Parse turns into this Game,
	// such as "connect4:7x6:4".
	Variant() string

	// Start returns a new Position with nothing played.
	Start() Position

	// Separator returns what stands between two moves in a sequence of them.
	// It is empty for a game whose moves are one character each.
	Separator() string
}

// Position is a game in progress with its history. It is changed in place and
// belongs to one goroutine at a time.
type Position interface {
	// Turn returns the side to move, also once the game is over: then it is
	// the side that would have moved.
	Turn() Side

	// Ply returns how many turns have been played.
	Ply() int

	// Moves appends the legal moves to buf and returns it, in a fixed order
	// that promises nothing about their strength. There are none once the
	// game is over, and always at least one before.
	Moves(buf []Move) []Move

	// Play makes a move that Moves offered or ParseMove returned for this very
	// position. Any other move corrupts the position.
	Play(m Move)

	// Undo takes the last move back. It panics when nothing has been played.
	Undo()

	// Outcome tells whether the game is over, in constant time.
	Outcome() Outcome

	// Line returns the cells of the winning alignments, in increasing order,
	// and nil when nobody has aligned anything; those of both sides where a turn
	// can draw by aligning for both. A cell is row*columns+column, rows counted
	// from the bottom and columns from the left, both from 0.
	Line() []int

	// ParseMove reads one move in the game's notation. A text that is no legal
	// move here gives an *Error with one of the codes of this package.
	ParseMove(text string) (Move, error)

	// FormatMove writes a legal move of this position in the game's notation.
	FormatMove(m Move) string

	// Clone returns an independent copy, history included.
	Clone() Position
}

// The codes of an Error. They are part of the public protocol: clients show
// their own words for each.
const (
	CodeUnknownVariant = "unknown_variant" // no such game, or a size that it does not come in
	CodeBadMove        = "bad_move"        // the text is no move in this game's notation, or one that no other code names
	CodeColumnFull     = "column_full"     // the column has no free cell left
	CodeGameOver       = "game_over"       // no move is legal any more
	CodeCellTaken      = "cell_taken"      // the cell that is to receive a disc or a mark is not free
	CodeNoDiscInHand   = "no_disc_in_hand" // all discs are on the board
	CodeNotYourDisc    = "not_your_disc"   // the cell to move from carries no disc of the mover's
	CodeSlideBanned    = "slide_banned"    // the tile may not be slid now; the sentence says why
	CodeFairStart      = "fair_start"      // the first turn has to be the placement on a corner
	CodePlaceFirst     = "place_first"     // all discs have to be placed before anything else
	CodeBadPosition    = "bad_position"    // the text is no position of this game
)

// Error is a refusal by the rules: a code for programs, a sentence for people.
type Error struct {
	Code string
	Text string
}

func (e *Error) Error() string { return e.Text }

func errGameOver() *Error { return refuse(CodeGameOver, "The game is over.") }

func refuse(code, format string, args ...any) *Error {
	return &Error{Code: code, Text: fmt.Sprintf(format, args...)}
}

// Replay plays moves, given in the game's notation, from the start of g. At
// the first one that is not legal it returns that move's *Error.
func Replay(g Game, moves []string) (Position, error) {
	p := g.Start()
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, err
		}
		p.Play(m)
	}
	return p, nil
}
