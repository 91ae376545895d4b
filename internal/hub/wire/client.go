package wire

import (
	"errors"

	"github.com/quatre/quatre/internal/plainjson"
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

// Decode decodes a frame of a client, as plainjson.Unmarshal does. The only error is ErrMalformed.
// Then the request has the ID and type if the frame is a JSON object of the right types.
func Decode(frame []byte) (Request, error) {
	var m clientFrame
	if err := plainjson.Unmarshal(frame, &m); err != nil {
		return Request{}, ErrMalformed
	}
	r := Request{Type: m.T, ID: m.ID}
	if m.T == "ping" {
		return r, nil
	}
	if command, known := commands[m.T]; known {
		r.Action = command(m)
	}
	if r.Action == nil || m.N == nil {
		return Request{Type: m.T, ID: m.ID}, ErrMalformed
	}
	r.Seen = *m.N
	return r, nil
}

// clientFrame has the fields of all frames that clients send.
type clientFrame struct {
	T      string     `json:"t"`
	ID     string     `json:"id"`
	N      *uint64    `json:"n"`
	Move   *string    `json:"move"`
	Name   string     `json:"name"`
	Seat   room.Seat  `json:"seat"`
	Offer  room.Offer `json:"offer"`
	Result string     `json:"result"`
	Emote  string     `json:"emote"`
	Level  string     `json:"level"`
	MS     int64      `json:"ms"`
	Paused bool       `json:"paused"`
	Token  string     `json:"token"`

	Spectators *bool `json:"spectators"`
}

// commands has, for each type of command, what it asks for. The result is nil if a field is missing. A
// new command needs a line here, and its new fields in clientFrame.
var commands = map[string]func(m clientFrame) room.Action{
	"sit":       func(m clientFrame) room.Action { return room.Sit{Name: m.Name} },
	"invite":    func(m clientFrame) room.Action { return room.Invite{Level: m.Level} },
	"name":      func(m clientFrame) room.Action { return room.Rename{Name: m.Name, Seat: m.Seat} },
	"offer":     func(m clientFrame) room.Action { return room.Propose{What: m.Offer} },
	"accept":    func(m clientFrame) room.Action { return room.Accept{What: m.Offer} },
	"decline":   func(m clientFrame) room.Action { return room.Decline{What: m.Offer} },
	"delegate":  func(m clientFrame) room.Action { return room.Delegate{Seat: m.Seat, Level: m.Level} },
	"level":     func(m clientFrame) room.Action { return room.SetLevel{Seat: m.Seat, Level: m.Level} },
	"handover":  func(m clientFrame) room.Action { return room.Handover{Token: m.Token} },
	"take":      func(m clientFrame) room.Action { return room.Take{Token: m.Token} },
	"hint":      func(clientFrame) room.Action { return room.Hint{} },
	"resign":    func(clientFrame) room.Action { return room.Resign{} },
	"rematch":   func(clientFrame) room.Action { return room.PlayAgain{} },
	"challenge": func(m clientFrame) room.Action { return room.Challenge{Name: m.Name} },
	"withdraw":  func(clientFrame) room.Action { return room.Withdraw{} },
	"yield":     func(m clientFrame) room.Action { return room.Yield{Seat: m.Seat} },
	"emote":     func(m clientFrame) room.Action { return room.Emote{Emote: m.Emote} },
	"pace":      func(m clientFrame) room.Action { return room.Pace{Every: Milliseconds(m.MS), Paused: m.Paused} },
	"move": func(m clientFrame) room.Action {
		if m.Move == nil {
			return nil
		}
		return room.Move{Move: *m.Move}
	},
	"claim": func(m clientFrame) room.Action {
		if m.Result != "win" && m.Result != "draw" {
			return nil
		}
		return room.Claim{Draw: m.Result == "draw"}
	},
	"admit": func(m clientFrame) room.Action {
		if m.Spectators == nil {
			return nil
		}
		return room.Admit{Spectators: *m.Spectators}
	},
}
