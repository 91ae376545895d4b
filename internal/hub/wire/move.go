package wire

import (
	"bytes"

	"github.com/quatre/quatre/internal/plainjson"
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
		if key, rest, ok = plainjson.CutString(rest, `,"`); !ok {
			return r, false
		}
		switch {
		case key == "id" && !found.id:
			r.ID, rest, found.id = plainjson.CutString(rest, `:"`)
			ok = found.id
		case key == "move" && !found.move:
			value, rest, found.move = plainjson.CutString(rest, `:"`)
			r.Action, ok = room.Move{Move: value}, found.move
		case key == "n" && !found.n:
			var n int64
			n, rest, found.n = plainjson.CutNumber(rest, ":")
			r.Seen, ok = uint64(n), found.n
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
	id, rest, ok := plainjson.CutString(rest, `:"`)
	return Request{Type: "ping", ID: id}, ok && string(rest) == "}"
}
