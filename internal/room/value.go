package room

import (
	"encoding/json"
	"errors"
)

// Value has bounds for the value of a position, or of a move in it, for the side to move. The
// value is at least Low and at most High. In the zero Value both bounds are unknown.
type Value struct {
	Low  GameValue `json:"low"`
	High GameValue `json:"high"`

	// Estimate is the result that the search expects, -100 (lost) to 100 (won). It is
	// unused if the value is exact.
	Estimate int `json:"estimate"`
}

// Exact reports whether both bounds are known and equal.
func (v Value) Exact() bool { return v.Low == v.High && v.Low.Result != "" }

// maxPlies exceeds the number of plies of any game.
const maxPlies = 1000

// Gap returns the distance of the bounds, in plies as rank counts them; 0 if v is exact.
func (v Value) Gap() int { return v.High.rank(maxPlies) - v.Low.rank(-maxPlies) }

// rank returns a number that is higher for a better value, or ifUnknown for an unknown one.
func (v GameValue) rank(ifUnknown int) int {
	switch v.Result {
	case ValueWin:
		return maxPlies - v.Plies
	case ValueLoss:
		return v.Plies - maxPlies
	case ValueDraw:
		return 0
	default:
		return ifUnknown
	}
}

// GameValue is the value of a game that both sides play perfectly. The zero value is
// unknown.
type GameValue struct {
	Result string `json:"result"` // ValueWin, ValueDraw or ValueLoss
	Plies  int    `json:"plies"`  // plies until the win or loss; 0 for a draw
}

// The results of a GameValue.
const (
	ValueWin  = "win"
	ValueDraw = "draw"
	ValueLoss = "loss"
)

// Valid reports whether v is the value of a game, or the zero value.
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

// MarshalJSON implements json.Marshaler: an unknown value is null, and a draw has no plies.
func (v GameValue) MarshalJSON() ([]byte, error) {
	switch v.Result {
	case "":
		return []byte("null"), nil
	case ValueDraw:
		return []byte(`{"result":"draw"}`), nil
	}
	type plain GameValue
	return json.Marshal(plain(v))
}

// MarshalJSON implements json.Marshaler: an exact value has no estimate.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Exact() {
		return json.Marshal(struct {
			Low  GameValue `json:"low"`
			High GameValue `json:"high"`
		}{v.Low, v.High})
	}
	type plain Value
	return json.Marshal(plain(v))
}

var errBadValue = errors.New("room: not a valid value of a game")

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(data []byte) error {
	type plain Value
	var got plain
	if err := json.Unmarshal(data, &got); err != nil {
		return err
	}
	if !Value(got).Valid() {
		return errBadValue
	}
	*v = Value(got)
	return nil
}
