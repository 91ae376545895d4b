package wire

import (
	"encoding/json"
	"errors"

	"github.com/quatre/quatre/internal/room"
)

// Request is a frame of a client.
type Request struct {
	Type string
	ID   string // the idempotency key of a command
	Seen uint64 // the last entry that the client has read; 0 for a ping

	// Action is what a command asks for; nil for a ping.
	Action room.Action
}

// ErrMalformed says that a frame does not follow this protocol.
var ErrMalformed = errors.New("hub: malformed frame")

// Decode decodes a frame of a client. The only error is ErrMalformed. Then the request has
// the ID and type if the frame is a JSON object of the right types.
func Decode(frame []byte) (Request, error) {
	if r, ok := DecodeUsual(frame); ok {
		return r, nil
	}
	return decodeJSON(frame)
}

// DecodeUsual is Decode for moves and pings without spaces and escapes, as JSON.stringify writes
// them. ok is false for any other frame. It needs a stack of some hundred bytes only.
func DecodeUsual(frame []byte) (r Request, ok bool) {
	if r, ok = decodeMove(frame); ok {
		return r, true
	}
	return decodePing(frame)
}

// decodeJSON decodes any frame.
func decodeJSON(frame []byte) (Request, error) {
	var m clientFrame
	if err := json.Unmarshal(frame, &m); err != nil {
		return Request{}, ErrMalformed
	}
	r := Request{Type: m.T, ID: m.ID}
	if m.T == "ping" {
		return r, nil
	}
	if r.Action = m.action(); r.Action == nil || m.N == nil {
		return Request{Type: m.T, ID: m.ID}, ErrMalformed
	}
	r.Seen = *m.N
	return r, nil
}

// clientFrame has the fields of all frames that clients send.
type clientFrame struct {
	T      string    `json:"t"`
	ID     string    `json:"id"`
	N      *uint64   `json:"n"`
	Move   *string   `json:"move"`
	Name   string    `json:"name"`
	Seat   room.Seat `json:"seat"`
	Offer  string    `json:"offer"`
	Result string    `json:"result"`
	Emote  string    `json:"emote"`
	Level  string    `json:"level"`
	MS     int64     `json:"ms"`
	Paused bool      `json:"paused"`
	Token  string    `json:"token"`

	Spectators *bool `json:"spectators"`
}

// action returns what a command asks for. It returns nil if the protocol has no such command,
// or if a field is missing.
func (m clientFrame) action() room.Action {
	switch m.T {
	case "move":
		if m.Move == nil {
			return nil
		}
		return room.Move{Move: *m.Move}
	case "sit":
		return room.Sit{Name: m.Name}
	case "invite":
		return room.Invite{Level: m.Level}
	case "name":
		return room.Rename{Name: m.Name, Seat: m.Seat}
	case "offer":
		return room.Propose{What: room.Offer(m.Offer)}
	case "accept":
		return room.Accept{What: room.Offer(m.Offer)}
	case "decline":
		return room.Decline{What: room.Offer(m.Offer)}
	case "delegate":
		return room.Delegate{Seat: m.Seat, Level: m.Level}
	case "level":
		return room.SetLevel{Seat: m.Seat, Level: m.Level}
	case "admit":
		if m.Spectators == nil {
			return nil
		}
		return room.Admit{Spectators: *m.Spectators}
	case "handover":
		return room.Handover{Token: m.Token}
	case "take":
		return room.Take{Token: m.Token}
	case "resign":
		return room.Resign{}
	case "claim":
		if m.Result != "win" && m.Result != "draw" {
			return nil
		}
		return room.Claim{Draw: m.Result == "draw"}
	case "rematch":
		return room.PlayAgain{}
	case "emote":
		return room.Emote{Emote: m.Emote}
	case "pace":
		return room.Pace{Every: Milliseconds(m.MS), Paused: m.Paused}
	default:
		return nil
	}
}
