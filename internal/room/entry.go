package room

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/plainjson"
)

// Entry is one event in its place in the log. Only Seal and DecodeEntry make entries. An
// entry never changes.
type Entry struct {
	N      uint64    // 1, 2, 3 … without gaps
	At     time.Time // when the event was decided, in whole milliseconds, UTC
	By     PlayerID  // who sent the command; empty: a sweep or a credit
	Cmd    string    // ID of the command, unique among the player's commands in the room
	Event  Event
	Digest string // chained hash of all entries up to this one

	raw      []byte
	prevTail string // see PrevTail
}

// head is the JSON form of an entry without its digest. The digest is always the last
// field.
type head struct {
	N         uint64          `json:"n"`
	At        int64           `json:"at"` // Unix milliseconds
	By        PlayerID        `json:"by,omitempty"`
	Cmd       string          `json:"cmd,omitempty"`
	Kind      string          `json:"type"`
	Ignorable bool            `json:"ignorable,omitempty"`
	Data      json.RawMessage `json:"data"`
}

const (
	digestBytes = 8
	digestField = `,"digest":"`
	tailLength  = len(digestField) + 2*digestBytes + len(`"}`)
)

// Seal makes the entry that follows an entry with digest prev, or the first entry if prev
// is empty.
//
// The digest is the first 8 bytes, in hexadecimal, of the SHA-256 of prev and the entry's
// JSON up to the digest. It reveals a log that was cut short and continued, or restored
// from an older copy. It is not a signature. Seal fails only if the event cannot be encoded.
func Seal(prev string, n uint64, at time.Time, by PlayerID, cmd string, ev Event) (Entry, error) {
	data, err := json.Marshal(ev)
	if err != nil {
		return Entry{}, fmt.Errorf("room: encode %s: %w", ev.Kind(), err)
	}
	ms := at.UnixMilli()
	body := appendBody(make([]byte, 0, len(data)+len(by)+len(cmd)+128), n, ms, by, cmd, ev, data)
	digest := chain(prev, body)
	raw := append(body, tail(digest)...)
	return Entry{N: n, At: fromMilli(ms), By: by, Cmd: cmd, Event: ev, Digest: digest, raw: raw, prevTail: tail(prev)}, nil
}

// appendBody appends the JSON of a head without its closing brace. It does not use
// encoding/json, which would check and copy data once more for every move.
func appendBody(b []byte, n uint64, ms int64, by PlayerID, cmd string, ev Event, data []byte) []byte {
	b = strconv.AppendUint(append(b, `{"n":`...), n, 10)
	b = strconv.AppendInt(append(b, `,"at":`...), ms, 10)
	if by != "" {
		b = appendString(append(b, `,"by":`...), string(by))
	}
	if cmd != "" {
		b = appendString(append(b, `,"cmd":`...), cmd)
	}
	b = appendString(append(b, `,"type":`...), ev.Kind())
	if i, ok := ev.(ignorable); ok && i.ignorable() {
		b = append(b, `,"ignorable":true`...)
	}
	return append(append(b, `,"data":`...), data...)
}

// appendString appends a JSON string.
func appendString(b []byte, s string) []byte {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
	}
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return append(append(append(b, '"'), s...), '"')
	}
	quoted, _ := json.Marshal(s) // cannot fail for a string
	return append(b, quoted...)
}

// tail returns the last bytes of an entry with this digest.
func tail(digest string) string { return digestField + digest + `"}` }

// DecodeEntry decodes what Raw returned, in this or another version of the program. It
// checks the form. Follows checks the chain. DecodeEntry decodes an event of an unknown kind
// as an Unknown. Such an entry can be kept, copied and sent like any other, and Apply reports
// whether it can be folded. The entry keeps raw, which must not change. An error is about the form.
func DecodeEntry(raw []byte) (Entry, error) {
	if e, ok := decodePlain(raw); ok {
		return e, nil
	}
	return decodeJSON(raw)
}

// decodeJSON is DecodeEntry for every form of JSON.
func decodeJSON(raw []byte) (Entry, error) {
	var h struct {
		head
		Digest string `json:"digest"`
	}
	if err := plainjson.Unmarshal(raw, &h); err != nil {
		return Entry{}, fmt.Errorf("room: entry: %w", err)
	}
	if len(h.Digest) != 2*digestBytes || !bytes.HasSuffix(raw, []byte(tail(h.Digest))) {
		return Entry{}, fmt.Errorf("room: entry %d does not end with its digest", h.N)
	}
	ev, err := h.event()
	if err != nil {
		return Entry{}, fmt.Errorf("room: entry %d: %w", h.N, err)
	}
	if hasThought(ev) && !bytes.Contains(raw, []byte(thoughtField)) {
		return Entry{}, fmt.Errorf("room: entry %d: its thought is not where Public expects it", h.N)
	}
	return Entry{N: h.N, At: fromMilli(h.At), By: h.By, Cmd: h.Cmd, Event: ev, Digest: h.Digest, raw: raw}, nil
}

// event decodes the event.
func (h *head) event() (Event, error) {
	if decode, known := kinds[h.Kind]; known {
		return decode(h.Data)
	}
	switch {
	case h.Kind == "":
		return nil, errors.New("the event has no type")
	case len(h.Data) == 0 || h.Data[0] != '{':
		return nil, fmt.Errorf("event %q: its data is not a JSON object", h.Kind)
	}
	return Unknown{Type: h.Kind, Data: string(h.Data), Ignorable: h.Ignorable}, nil
}

// Raw returns the entry as it is stored and sent: one JSON object. It must not be
// changed.
func (e Entry) Raw() []byte { return e.raw }

// PrevTail returns the last bytes of the raw form of the entry before e. A store compares
// them with its last entry, so that e is appended only to the history on which it was
// decided. For a decoded entry PrevTail returns "".
func (e Entry) PrevTail() string { return e.prevTail }

// Follows reports whether e continues a log whose last digest is prev. For a decoded entry
// it computes the digest. For an entry made by Seal it compares PrevTail.
func (e Entry) Follows(prev string) bool {
	if e.prevTail != "" {
		return e.prevTail == tail(prev)
	}
	return chain(prev, e.raw[:len(e.raw)-tailLength]) == e.Digest
}

// chain returns the digest of an entry whose JSON up to the digest is body. The closing
// brace is part of the hashed text.
func chain(prev string, body []byte) string {
	h := sha256.New()
	h.Write([]byte(prev))
	h.Write(body)
	h.Write([]byte("}"))
	return hex.EncodeToString(h.Sum(nil)[:digestBytes])
}

func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
