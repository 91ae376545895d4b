package room

import (
	"encoding/json"
	"errors"
)

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

func (v Value) Gap() int { return v.High.place(farthest) - v.Low.place(-farthest) }

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
