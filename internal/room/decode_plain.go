package room

import (
	"bytes"
	"math"

	"github.com/quatre/quatre/internal/plainjson"
)

// decodePlain decodes an entry as Seal writes it, with plain strings, as decodeJSON does. It returns
// false for any other entry, valid or not. Each hub decodes the moves that other processes have
// stored, and decodeJSON takes several times as long.
func decodePlain(raw []byte) (Entry, bool) {
	n, rest, okN := plainjson.CutNumber(raw, `{"n":`)
	at, rest, okAt := plainjson.CutNumber(rest, `,"at":`)
	by, rest, _ := plainjson.CutString(rest, `,"by":"`)
	cmd, rest, _ := plainjson.CutString(rest, `,"cmd":"`)
	kind, rest, okKind := plainjson.CutString(rest, `,"type":"`)
	data, okData := bytes.CutPrefix(rest, []byte(`,"data":`))
	end := len(data) - tailLength
	if !okN || !okAt || !okKind || !okData || end < 0 {
		return Entry{}, false
	}
	digest, rest, ok := plainjson.CutString(data[end:], digestField)
	decode, known := kinds[kind]
	if !ok || string(rest) != "}" || !known {
		return Entry{}, false
	}
	ev, err := decode(data[:end])
	if err != nil || hasThought(ev) && !bytes.Contains(data, []byte(thoughtField)) {
		return Entry{}, false
	}
	return Entry{N: uint64(n), At: fromMilli(at), By: PlayerID(by), Cmd: cmd, Event: ev, Digest: digest, raw: raw}, true
}

// decodeMoved decodes a Moved. Most are moves of persons that do not end the game.
func decodeMoved(data []byte) (Event, error) {
	seat, rest, okSeat := plainjson.CutNumber(data, `{"seat":`)
	move, rest, okMove := plainjson.CutString(rest, `,"move":"`)
	ms, rest, okMS := plainjson.CutNumber(rest, `,"ms":`)
	lag, rest, _ := plainjson.CutNumber(rest, `,"lag":`)
	if !okSeat || !okMove || !okMS || string(rest) != "}" || seat > math.MaxUint8 {
		return decodeAs[Moved](data)
	}
	return Moved{Seat: Seat(seat), Move: move, MS: ms, Lag: lag}, nil
}
