package main

import (
	"strconv"
	"strings"
	"sync"
)

// A client's history is what it did and saw, in order, each with the time since
// the start of the run. It is all that the checker knows of a client.

// happening is the kind of a record.
type happening uint8

const (
	opened  happening = iota // a connection was welcomed: n is the last entry of the log, from the one after which it tells
	gone                     // a connection has ended: text is the close code
	sent                     // a command was sent, for the first time or again: text is its type, n what had been seen
	ok                       // a command is stored, as entry n
	refused                  // a command is refused for good: text is the code
	later                    // a command is refused for now: text is the code
	seen                     // entry n has come: with its digest, its command and its type (text)
	settled                  // the end, when the log was at n and everything should have come
)

var happenings = [...]string{"open", "close", "sent", "ok", "refused", "later", "seen", "end"}

// record is one line of a history, in 40 bytes.
type record struct {
	at     int64 // nanoseconds since the start of the run
	n      uint32
	from   uint32
	cmd    cmdRef
	digest uint64
	text   uint16 // in names
	what   happening
}

// cmdRef is the id of a command: one of this program's own by its numbers, any
// other by its place in names. 0 is no command.
type cmdRef uint64

const ownCommand cmdRef = 1 << 63

// own returns the id of a client's command.
func own(client, seq int) cmdRef { return ownCommand | cmdRef(client)<<32 | cmdRef(uint32(seq)) }

// names are the texts of histories, each kept once. The zero value has none but
// the empty one. It may be used by many goroutines.
type names struct {
	mu    sync.RWMutex
	index map[string]uint32
	list  []string
}

// add returns the place of a text.
func (s *names) add(text []byte) uint32 {
	if len(text) == 0 {
		return 0
	}
	s.mu.RLock()
	i, ok := s.index[string(text)]
	s.mu.RUnlock()
	if ok {
		return i
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, ok := s.index[string(text)]; ok {
		return i
	}
	if s.index == nil {
		s.index, s.list = map[string]uint32{}, []string{""}
	}
	i = uint32(len(s.list))
	s.index[string(text)] = i
	s.list = append(s.list, string(text))
	return i
}

// text returns the text at a place.
func (s *names) text(i uint32) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if int(i) < len(s.list) {
		return s.list[i]
	}
	return ""
}

// ref returns the short form of a command's id.
func (s *names) ref(id []byte) cmdRef {
	if client, seq, is := ownID(id); is {
		return own(client, seq)
	}
	return cmdRef(s.add(id))
}

// id returns the long form.
func (s *names) id(ref cmdRef) string {
	if ref&ownCommand == 0 {
		return s.text(uint32(ref))
	}
	return "c" + strconv.Itoa(int(ref&^ownCommand>>32)) + "-" + strconv.Itoa(int(uint32(ref)))
}

// ownID reads the numbers of an id such as c12-3.
func ownID(id []byte) (client, seq int, is bool) {
	rest, is := strings.CutPrefix(string(id), "c") // on the stack: it does not escape
	if !is {
		return 0, 0, false
	}
	left, right, is := strings.Cut(rest, "-")
	if !is {
		return 0, 0, false
	}
	client, is1 := natural(left)
	seq, is2 := natural(right)
	return client, seq, is1 && is2
}

// natural reads a number of at most 9 digits in its one spelling.
func natural(text string) (n int, is bool) {
	if text == "" || len(text) > 9 || text[0] == '0' && text != "0" {
		return 0, false
	}
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// parseDigest reads 16 hexadecimal digits; anything else is 0.
func parseDigest(text []byte) uint64 {
	if len(text) != 16 {
		return 0
	}
	n, err := strconv.ParseUint(string(text), 16, 64)
	if err != nil {
		return 0
	}
	return n
}

// role is what a client is there for.
type role string

const (
	roleMover     role = "player"
	roleSpectator role = "spectator"
	roleIdle      role = "idle"
	roleSlow      role = "slow"
)

// history is what one client did and saw in one room.
type history struct {
	client  int
	room    string
	player  string // its public id
	role    role
	names   *names
	records []record
}

func (h *history) add(r record) { h.records = append(h.records, r) }
