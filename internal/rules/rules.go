// Package rules implements the games of Quatre: whose turn it is, which moves are legal
// and who has won.
//
// It makes three promises:
//
//   - One small interface. Code that stores, sends or times moves uses only Game and
//     Position. It does not depend on the rules of a game.
//   - No illegal states. A Position changes only by Play, with a move that Moves or ParseMove
//     returned, and by Undo.
//   - Exact and deterministic. There is no clock and no randomness; the arguments are the
//     only input.
//
// Moves are stored, and sent between programs, as text in the notation of their game. The
// Move type is only for searches within one process.
//
// Connect Four keeps its board as Bitboards; tic-tac-toe and Force 3 keep theirs as sets
// of nine cells. Package rulestest has a second, naive implementation of every game,
// against which fuzz tests compare this one.
//
// The package imports only the standard library.
package rules

import "fmt"

// Side is one of the two players of a game, in the order in which they move. This package
// does not know which person or colour plays a side.
type Side uint8

// The sides. NoSide is the zero value. It stands for an empty cell or for no player.
const (
	NoSide Side = iota
	First
	Second
)

// Other returns the opponent of s, and NoSide for NoSide.
func (s Side) Other() Side {
	if s == NoSide {
		return NoSide
	}
	return First + Second - s
}

// Outcome says whether the game is over, and who has won.
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

// Winner returns the side that has won. It is NoSide if the game is drawn or not over.
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

// WonBy returns the outcome of a game that s has won. s must be First or Second.
func WonBy(s Side) Outcome {
	if s == First {
		return FirstWins
	}
	return SecondWins
}

// Move is one turn, encoded as a small number. The encoding depends on the game and means
// nothing outside of it. A Move is never stored or sent.
type Move uint32

// Game is the rules of one variant. A Game is immutable and safe for concurrent use.
type Game interface {
	// Variant returns the canonical string that Parse turns into this Game,
	// such as "connect4:7x6:4".
	Variant() string

	// Start returns a new Position before the first move.
	Start() Position

	// Separator returns the text between two moves in a sequence of moves. It is empty
	// for a game whose moves are one character each.
	Separator() string

	// MaxPlies returns the greatest number of turns that a game can have.
	MaxPlies() int
}

// Position is a game in progress with its history. Play and Undo change it in place. Only
// one goroutine at a time may use it.
type Position interface {
	// Turn returns the side to move. Once the game is over, it returns the side that
	// would move next.
	Turn() Side

	// Ply returns how many turns have been played.
	Ply() int

	// Moves appends the legal moves to buf and returns the result. The order is fixed and
	// says nothing about the strength of the moves. There is at least one move before the game
	// is over, and none afterwards.
	Moves(buf []Move) []Move

	// Play makes a move that Moves or ParseMove returned for this very position. Any
	// other move corrupts the position.
	Play(m Move)

	// Undo takes back the last move. It panics if there is no move to take back.
	Undo()

	// Outcome returns the outcome in constant time.
	Outcome() Outcome

	// Line returns the cells of the winning alignments in increasing order, and nil if
	// there are none. If one turn completes alignments for both sides, which draws, Line
	// has the cells of both. A cell is row*columns+column, with rows counted from the
	// bottom and columns from the left, both from 0.
	Line() []int

	// ParseMove reads one move in the notation of the game. If the text is not a legal
	// move here, it returns an *Error with one of the codes of this package.
	ParseMove(text string) (Move, error)

	// FormatMove returns a legal move of this position in the notation of the game.
	FormatMove(m Move) string

	// Clone returns an independent copy with its history.
	Clone() Position
}

// The codes of an Error. They are part of the public protocol. Clients show their own text
// for each code.
const (
	CodeUnknownVariant = "unknown_variant" // no such game, or the game does not have this size
	CodeBadMove        = "bad_move"        // not a move in this notation, or illegal for a reason without its own code
	CodeColumnFull     = "column_full"     // the column has no free cell left
	CodeGameOver       = "game_over"       // no move is legal any more
	CodeCellTaken      = "cell_taken"      // the target cell is not free
	CodeNoDiscInHand   = "no_disc_in_hand" // all discs of the mover are on the board
	CodeNotYourDisc    = "not_your_disc"   // the cell to move from has no disc of the mover
	CodeSlideBanned    = "slide_banned"    // the tile must not be slid now; the text says why
	CodeFairStart      = "fair_start"      // the first turn must place a disc on a corner
	CodePlaceFirst     = "place_first"     // all discs must be placed before anything else
	CodeBadPosition    = "bad_position"    // the text is not a position of this game
)

// Error is a refusal by the rules: a code for programs and a sentence for people.
type Error struct {
	Code string
	Text string
}

func (e *Error) Error() string { return e.Text }

func errGameOver() *Error { return refuse(CodeGameOver, "The game is over.") }

func refuse(code, format string, args ...any) *Error {
	return &Error{Code: code, Text: fmt.Sprintf(format, args...)}
}

// Replay plays moves, given in the notation of the game, in p. It returns the *Error of the
// first move that is not legal, and leaves p before that move.
func Replay(p Position, moves []string) error {
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return err
		}
		p.Play(m)
	}
	return nil
}
