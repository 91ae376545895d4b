package wire

import (
	"bytes"
	"strconv"

	"github.com/quatre/quatre/internal/room"
)

// decodeMove decodes a move without spaces and escapes, as JSON.stringify writes it. ok is false
// for any other frame. Most frames are moves, and encoding/json takes many times as long.
func decodeMove(frame []byte) (r Request, ok bool) {
	rest, ok := bytes.CutPrefix(frame, []byte(`{"t":"move"`))
	if !ok {
		return r, false
	}
	var found struct{ id, n, move bool }
	r.Type = "move"
	for string(rest) != "}" {
		var key, value string
		if key, rest, ok = cutString(rest, `,"`); !ok {
			return r, false
		}
		switch {
		case key == "id" && !found.id:
			r.ID, rest, found.id = cutString(rest, `:"`)
			ok = found.id
		case key == "move" && !found.move:
			value, rest, found.move = cutString(rest, `:"`)
			r.Action, ok = room.Move{Move: value}, found.move
		case key == "n" && !found.n:
			r.Seen, rest, found.n = cutNumber(rest)
			ok = found.n
		default:
			ok = false
		}
		if !ok {
			return r, false
		}
	}
	return r, found.id && found.n && found.move
}

// decodePing decodes a ping without spaces and escapes, as JSON.stringify writes it. ok is false for
// any other frame. Most idle sockets send only pings.
func decodePing(frame []byte) (r Request, ok bool) {
	rest, ok := bytes.CutPrefix(frame, []byte(`{"t":"ping","id"`))
	if !ok {
		return r, false
	}
	id, rest, ok := cutString(rest, `:"`)
	return Request{Type: "ping", ID: id}, ok && string(rest) == "}"
}

// cutString returns the string between open and the next quote, and what follows that quote. ok is
// false unless the string is printable ASCII without escapes.
func cutString(frame []byte, open string) (text string, rest []byte, ok bool) {
	frame, ok = bytes.CutPrefix(frame, []byte(open))
	i := bytes.IndexByte(frame, '"')
	if !ok || i < 0 {
		return "", nil, false
	}
	for _, c := range frame[:i] {
		if c < ' ' || c > '~' || c == '\\' {
			return "", nil, false
		}
	}
	return string(frame[:i]), frame[i+1:], true
}

// cutNumber returns the number after a colon, and what follows it. ok is false unless it is written
// in decimal digits without leading zeros.
func cutNumber(frame []byte) (n uint64, rest []byte, ok bool) {
	frame, ok = bytes.CutPrefix(frame, []byte(":"))
	i := 0
	for i < len(frame) && '0' <= frame[i] && frame[i] <= '9' {
		i++
	}
	n, err := strconv.ParseUint(string(frame[:i]), 10, 64)
	return n, frame[i:], ok && err == nil && (i == 1 || frame[0] != '0')
}
