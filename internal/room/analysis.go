package room

import (
	"encoding/json"
	"errors"
	"slices"
)

// Analysis is what is known of a position, in the form in which it is stored
// and sent.
type Analysis struct {
	// Done: nothing deeper will come of this search, because all is exact or its
	// budget was spent.
	Done bool `json:"done"`

	Value Value       `json:"value"` // of the position
	Moves []MoveValue `json:"moves"` // every legal move, the best first
	Depth int         `json:"depth"` // plies searched in full; 0: solved, or looked up
	Nodes int         `json:"nodes"` // positions searched
}

// MoveValue is what is known of a move, which is in the game's notation.
type MoveValue struct {
	Move  string `json:"move"`
	Value Value  `json:"value"`
}

// Exact reports whether nothing is left to find out.
func (a *Analysis) Exact() bool {
	return a.Value.Exact() && !slices.ContainsFunc(a.Moves, func(m MoveValue) bool { return !m.Value.Exact() })
}

// Improves reports whether a says more than b, which may be nil: of more moves,
// or between closer bounds, or as much by a deeper search.
func (a *Analysis) Improves(b *Analysis) bool {
	if b == nil {
		return true
	}
	if x, y := len(a.Moves), len(b.Moves); x != y {
		return x > y
	}
	if x, y := a.slack(), b.slack(); x != y {
		return x < y
	}
	return a.Depth > b.Depth
}

// slack returns how far apart all bounds are, in plies; 0 if all is exact.
func (a *Analysis) slack() int {
	slack := a.Value.slack()
	for _, m := range a.Moves {
		slack += m.Value.slack()
	}
	return slack
}

// Value is what is known of the worth of a position or of a move in it, as the
// side to move in that position sees it: at least Low, at most High. The zero
// value says nothing.
type Value struct {
	Low, High GameValue

	// Estimate is the result that the search expects, -100 (lost) to 100 (won). It
	// means nothing where the value is exact.
	Estimate int
}

// Exact reports whether the value is known.
func (v Value) Exact() bool { return v.Low == v.High && v.Low.Result != "" }

// farthest is further away than any end of a game, in plies.
const farthest = 1000

func (v Value) slack() int { return v.High.place(farthest) - v.Low.place(-farthest) }

// place returns where v stands among all values, the better the higher; an
// unknown one stands at unknown.
func (v GameValue) place(unknown int) int {
	switch v.Result {
	case ValueWin:
		return farthest - v.Plies
	case ValueLoss:
		return v.Plies - farthest
	case ValueDraw:
		return 0
	default:
		return unknown
	}
}

// GameValue is the worth of a game that both sides play as well as can be. The
// zero value is an unknown one.
type GameValue struct {
	Result string // ValueWin, ValueDraw or ValueLoss
	Plies  int    // turns until it is won or lost; 0 for a draw
}

// The results of a GameValue.
const (
	ValueWin  = "win"
	ValueDraw = "draw"
	ValueLoss = "loss"
)

// Valid reports whether v is a value that a game can have, or the zero one.
func (v GameValue) Valid() bool {
	switch v.Result {
	case ValueWin, ValueLoss:
		return v.Plies >= 0
	case "", ValueDraw:
		return v.Plies == 0
	}
	return false
}

// MaxEstimate bounds Value.Estimate.
const MaxEstimate = 100

// Valid reports whether all fields of v are within their bounds.
func (v Value) Valid() bool {
	return v.Low.Valid() && v.High.Valid() && -MaxEstimate <= v.Estimate && v.Estimate <= MaxEstimate
}

// gameValueJSON is the form of a GameValue. A draw has no plies; a game that is
// over has 0.
type gameValueJSON struct {
	Result string `json:"result"`
	Plies  *int   `json:"plies,omitempty"`
}

type valueJSON struct {
	Low      *gameValueJSON `json:"low"` // null: unknown
	High     *gameValueJSON `json:"high"`
	Estimate *int           `json:"estimate,omitempty"`
}

func (v GameValue) wire() *gameValueJSON {
	switch v.Result {
	case "":
		return nil
	case ValueDraw:
		return &gameValueJSON{Result: v.Result}
	default:
		return &gameValueJSON{Result: v.Result, Plies: &v.Plies}
	}
}

func (w *gameValueJSON) value() (v GameValue) {
	if w == nil {
		return v
	}
	v.Result = w.Result
	if w.Plies != nil {
		v.Plies = *w.Plies
	}
	return v
}

// MarshalJSON implements json.Marshaler: unknown bounds are null, and an exact
// value has no estimate.
func (v Value) MarshalJSON() ([]byte, error) {
	w := valueJSON{Low: v.Low.wire(), High: v.High.wire()}
	if !v.Exact() {
		w.Estimate = &v.Estimate
	}
	return json.Marshal(w)
}

var errBadValue = errors.New("room: that is no value of a game")

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(data []byte) error {
	var w valueJSON
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	got := Value{Low: w.Low.value(), High: w.High.value()}
	if w.Estimate != nil {
		got.Estimate = *w.Estimate
	}
	if !got.Valid() {
		return errBadValue
	}
	*v = got
	return nil
}
