package wire

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// Welcome is the frame "welcome", the first frame on a socket.
type Welcome struct {
	T      string        `json:"t"`     // set by EncodeWelcome
	Proto  int           `json:"proto"` // set by EncodeWelcome
	Build  string        `json:"build"`
	Room   room.ID       `json:"room"`
	Player room.PlayerID `json:"player"`
	From   uint64        `json:"from"` // the next frames have the entries after this number
	N      uint64        `json:"n"`    // up to this number, the last of the log
	Now    int64         `json:"now"`  // the hub's clock, in Unix milliseconds
	Here   Presence      `json:"here"`
	Store  bool          `json:"store"` // true if the store answers

	Snapshot *Snapshot `json:"snapshot,omitempty"` // the room after entry n, for clients that ask for it
}

// Presence is the frame "here": who is in a room.
type Presence struct {
	Seats      [2]bool  `json:"seats"`
	Spectators int      `json:"spectators"`
	Invited    int      `json:"invited"` // who may take the free seat; only while one is free
	Claim      [2]int64 `json:"claim"`   // by absent seat: the time from which the game may be claimed, or the seat given away, in Unix milliseconds; 0: never
}

// SamePlayers reports whether p and o are equal except for the numbers of spectators and of the invited.
func (p Presence) SamePlayers(o Presence) bool {
	p.Spectators, p.Invited = o.Spectators, o.Invited
	return p == o
}

// Message is any frame of a hub, as clients read it. Each type of frame has some of the fields.
type Message struct {
	Welcome
	Presence                   // of a frame "here"
	ID       string            `json:"id"`
	Code     string            `json:"code"`
	Text     string            `json:"text"`
	Retry    bool              `json:"retry"`
	Up       bool              `json:"up"`
	Entries  []json.RawMessage `json:"entries"`
}

// EncodeWelcome returns a frame "welcome".
func EncodeWelcome(w Welcome) []byte {
	w.T, w.Proto = "welcome", Proto
	return mustMarshal(w)
}

const entriesStart, entriesEnd = `{"t":"entries","entries":[`, `]}`

// EncodeEntries returns a frame "entries". An entry has the same form in the store and in a
// frame, except that a frame does not have the thoughts of the AI.
func EncodeEntries(entries []room.Entry) []byte {
	size := len(entriesStart) + len(entriesEnd)
	for _, e := range entries {
		size += len(e.Raw()) + 1 // with the comma
	}
	frame := append(make([]byte, 0, size), entriesStart...)
	return append(appendEntries(frame, entries), entriesEnd...)
}

// EncodeLogPage returns the answer to a request for entries. more says that the log has
// further entries.
func EncodeLogPage(entries []room.Entry, more bool) []byte {
	page := appendEntries([]byte(`{"entries":[`), entries)
	return append(strconv.AppendBool(append(page, `],"more":`...), more), '}')
}

// appendEntries appends entries, with commas between them.
func appendEntries(b []byte, entries []room.Entry) []byte {
	for i, e := range entries {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, e.Public()...)
	}
	return b
}

// EncodeOK returns a frame "ok", which acknowledges a command with the number of its entry.
func EncodeOK(id string, n uint64) []byte {
	return mustMarshal(struct {
		T  string `json:"t"`
		ID string `json:"id"`
		N  uint64 `json:"n"`
	}{"ok", id, n})
}

// EncodeRefused returns a frame "refused". n is the number of the last entry of the log.
func EncodeRefused(id string, f Failure, n uint64) []byte {
	return mustMarshal(struct {
		T  string `json:"t"`
		ID string `json:"id"`
		Failure
		N uint64 `json:"n"`
	}{"refused", clip(id), f, n})
}

// EncodePresence returns a frame "here".
func EncodePresence(p Presence) []byte {
	return mustMarshal(struct {
		T string `json:"t"`
		Presence
	}{"here", p})
}

// EncodeStore returns a frame "store", which says whether the store answers.
func EncodeStore(up bool) []byte {
	return []byte(`{"t":"store","up":` + strconv.FormatBool(up) + `}`)
}

// EncodePong returns a frame "pong". now is in Unix milliseconds.
func EncodePong(id string, now int64) []byte {
	return mustMarshal(struct {
		T   string `json:"t"`
		ID  string `json:"id"`
		Now int64  `json:"now"`
	}{"pong", clip(id), now})
}

// clip cuts an ID to the maximum length of a command ID, so that a long ID does not lead to a
// long answer. It cuts between characters.
func clip(id string) string {
	return strings.ToValidUTF8(id[:min(len(id), room.MaxCommandID)], "")
}
