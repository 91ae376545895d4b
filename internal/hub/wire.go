package hub

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// This file is the websocket protocol: every frame that comes in or goes out
// takes its form here. docs/asyncapi.yaml describes it.

// Proto is the version of the protocol that this hub speaks. Pages that speak
// an older one than MinProto are told to reload.
const (
	Proto    = 1
	MinProto = 1
)

// entriesPerMessage is how many entries one message has: those of the longest game.
const entriesPerMessage = 500

// The close codes of this protocol, beside those of RFC 6455, section 7.4.
const (
	closeReplaced  = 4001 // the seat was opened on a newer connection
	closeSlow      = 4002 // the outbox was full
	closeMalformed = 4003
	closeNoRoom    = 4004
	closeTooMany   = 4008 // this player, or network, has too many sockets or rooms open
	closeOutdated  = 4009 // the page is older than MinProto
)

// fromClient is any message of a client.
type fromClient struct {
	T      string    `json:"t"`
	ID     string    `json:"id"`
	N      uint64    `json:"n"`
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
}

var errMalformed = errors.New("hub: malformed frame")

// decodeFrame reads a client's message. For everything but a ping, action is what
// it asks for. The message's id is returned even with an error, where it could be read.
func decodeFrame(frame []byte) (m fromClient, action room.Action, err error) {
	if err := json.Unmarshal(frame, &m); err != nil {
		return fromClient{}, nil, errMalformed
	}
	if m.T == "ping" {
		return m, nil, nil
	}
	if action = m.action(); action == nil {
		return m, nil, errMalformed
	}
	return m, action, nil
}

// action returns what a command asks for, nil if it is none of this protocol.
func (m fromClient) action() room.Action {
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
		return room.Pace{Every: millis(m.MS), Paused: m.Paused}
	default:
		return nil
	}
}

// hereJSON is who is in a room, as its sockets are told.
type hereJSON struct {
	Seats      [2]bool  `json:"seats"`
	Spectators int      `json:"spectators"`
	Claim      [2]int64 `json:"claim"` // when an absence can be claimed, in Unix milliseconds; 0: it cannot
}

type welcome struct {
	T      string        `json:"t"`
	Proto  int           `json:"proto"`
	Build  string        `json:"build"`
	Room   room.ID       `json:"room"`
	Player room.PlayerID `json:"player"`
	From   uint64        `json:"from"`
	N      uint64        `json:"n"`
	Now    int64         `json:"now"`
	Here   hereJSON      `json:"here"`
	Store  bool          `json:"store"`
}

func welcomeFrame(w welcome) []byte {
	w.T, w.Proto = "welcome", Proto
	return mustMarshal(w)
}

// entriesFrame encodes at most entriesPerMessage entries. They are stored in
// the form in which they are sent.
func entriesFrame(entries []room.Entry) []byte {
	var b bytes.Buffer
	b.WriteString(`{"t":"entries","entries":[`)
	for i, e := range entries {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(e.Raw())
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// okFrame is sent with every move, so only an id out of the ordinary goes through
// encoding/json.
func okFrame(id string, n uint64) []byte {
	b := append(make([]byte, 0, 64), `{"t":"ok","id":`...)
	if strings.ContainsFunc(id, func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"\<>&`, r) }) {
		b = append(b, mustMarshal(id)...)
	} else {
		b = append(append(append(b, '"'), id...), '"')
	}
	b = strconv.AppendUint(append(b, `,"n":`...), n, 10)
	return append(b, '}')
}

func refusedFrame(id string, f failure, n uint64) []byte {
	return mustMarshal(struct {
		T  string `json:"t"`
		ID string `json:"id"`
		failure
		N uint64 `json:"n"`
	}{"refused", id, f, n})
}

func hereFrame(h hereJSON) []byte {
	return mustMarshal(struct {
		T string `json:"t"`
		hereJSON
	}{"here", h})
}

func storeFrame(up bool) []byte {
	return []byte(`{"t":"store","up":` + strconv.FormatBool(up) + `}`)
}

func pongFrame(id string, now int64) []byte {
	return mustMarshal(struct {
		T   string `json:"t"`
		ID  string `json:"id"`
		Now int64  `json:"now"`
	}{"pong", id, now})
}

// mustMarshal encodes the types of this file, which cannot fail.
func mustMarshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// millis is a client's milliseconds as a duration; what fits into none is a
// negative one, which nothing accepts.
func millis(ms int64) time.Duration {
	if ms < 0 || ms > math.MaxInt64/int64(time.Millisecond) {
		return -1
	}
	return time.Duration(ms) * time.Millisecond
}
