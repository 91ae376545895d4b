package wire

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// Welcome is the first frame that a socket is sent.
type Welcome struct {
	T      string        `json:"t"`     // set by EncodeWelcome
	Proto  int           `json:"proto"` // set by EncodeWelcome
	Build  string        `json:"build"`
	Room   room.ID       `json:"room"`
	Player room.PlayerID `json:"player"`
	From   uint64        `json:"from"` // the frames that follow have the entries after this one
	N      uint64        `json:"n"`    // up to this one, the last of the log
	Now    int64         `json:"now"`  // the hub's clock, in Unix milliseconds
	Here   Presence      `json:"here"`
	Store  bool          `json:"store"` // whether the store answers
}

// Presence is who is in a room, as clients are told.
type Presence struct {
	Seats      [2]bool  `json:"seats"`
	Spectators int      `json:"spectators"`
	Claim      [2]int64 `json:"claim"` // by absent seat: from when on the opponent may claim the game, in Unix milliseconds; 0: may not
}

// EncodeWelcome returns the frame welcome.
func EncodeWelcome(w Welcome) []byte {
	w.T, w.Proto = "welcome", Proto
	return mustMarshal(w)
}

// EncodeEntries returns the frame entries with at most EntriesPerFrame entries. Entries
// are stored in the form in which they are sent.
func EncodeEntries(entries []room.Entry) []byte {
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

// EncodeOK returns the frame ok, which acknowledges a command with the number of its
// entry. It is sent with every move, so only an unusual ID goes through encoding/json.
func EncodeOK(id string, n uint64) []byte {
	b := append(make([]byte, 0, 64), `{"t":"ok","id":`...)
	if strings.ContainsFunc(id, needsEscape) {
		b = append(b, mustMarshal(id)...)
	} else {
		b = append(append(append(b, '"'), id...), '"')
	}
	b = strconv.AppendUint(append(b, `,"n":`...), n, 10)
	return append(b, '}')
}

func needsEscape(r rune) bool {
	return r < ' ' || r > '~' || strings.ContainsRune(`"\<>&`, r)
}

// EncodeRefused returns the frame refused. n is the last entry of the log.
func EncodeRefused(id string, f Failure, n uint64) []byte {
	return mustMarshal(struct {
		T  string `json:"t"`
		ID string `json:"id"`
		Failure
		N uint64 `json:"n"`
	}{"refused", clip(id), f, n})
}

// EncodePresence returns the frame here.
func EncodePresence(p Presence) []byte {
	return mustMarshal(struct {
		T string `json:"t"`
		Presence
	}{"here", p})
}

// EncodeStore returns the frame store, which says whether the store answers.
func EncodeStore(up bool) []byte {
	return []byte(`{"t":"store","up":` + strconv.FormatBool(up) + `}`)
}

// EncodePong returns the frame pong. now is in Unix milliseconds.
func EncodePong(id string, now int64) []byte {
	return mustMarshal(struct {
		T   string `json:"t"`
		ID  string `json:"id"`
		Now int64  `json:"now"`
	}{"pong", clip(id), now})
}

// clip cuts an ID to the maximum length of a command's, so that a long ID does not lead to
// a long answer.
func clip(id string) string {
	return id[:min(len(id), room.MaxCommandID)]
}
