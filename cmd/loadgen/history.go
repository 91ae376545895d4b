package main

import (
	"strconv"
	"strings"
	"sync"
)

// A client's history lists what it sent and received, in order, with times since the
// start of the run. The checker knows nothing else about a client.

// recordKind is the kind of a record.
type recordKind uint8

const (
	recordOpened  recordKind = iota // a connection was welcomed; n is the last entry of the log, entries after from will follow
	recordClosed                    // a connection ended; text is the close code
	recordSent                      // a command was sent, maybe again; text is its type, n the last entry seen
	recordOK                        // a command was acknowledged as entry n
	recordRefused                   // a command was refused finally; text is the code
	recordRetry                     // a command was refused but may be sent again; text is the code
	recordSeen                      // entry n was received, with its digest and command; text is its type
	recordSettled                   // the run ended; the log ended with entry n, so the client should have it
)

var recordKindNames = [...]string{"open", "close", "sent", "ok", "refused", "later", "seen", "end"}

// record is one line of a history. It is small (40 bytes) because a run keeps millions.
type record struct {
	at     int64 // nanoseconds since the start of the run
	n      uint32
	from   uint32
	cmd    cmdRef
	digest uint64
	text   uint16 // index in the textTable
	kind   recordKind
}

// cmdRef is a compact command ID. The IDs of loadgen's own commands are encoded as
// numbers, all others as an index in a textTable. 0 is no command.
type cmdRef uint64

// ownCommand is the bit of a cmdRef that is set for loadgen's own commands.
const ownCommand cmdRef = 1 << 63

// ownRef returns the cmdRef of a client's own command.
func ownRef(client, seq int) cmdRef { return ownCommand | cmdRef(client)<<32 | cmdRef(uint32(seq)) }

// textTable stores each text of the histories once. Index 0 is the empty text. The zero
// value is ready to use. It is safe for concurrent use.
type textTable struct {
	mu    sync.RWMutex
	index map[string]uint32
	list  []string
}

// intern returns the index of a text. It adds the text if it is new.
func (s *textTable) intern(text []byte) uint32 {
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

// lookup returns the text at an index, or "".
func (s *textTable) lookup(i uint32) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if int(i) < len(s.list) {
		return s.list[i]
	}
	return ""
}

// commandRef returns the compact form of a command ID.
func (s *textTable) commandRef(id []byte) cmdRef {
	if client, seq, ok := parseOwnID(id); ok {
		return ownRef(client, seq)
	}
	return cmdRef(s.intern(id))
}

// commandID returns the command ID of a cmdRef.
func (s *textTable) commandID(ref cmdRef) string {
	if ref&ownCommand == 0 {
		return s.lookup(uint32(ref))
	}
	return string(appendOwnID(nil, int(ref&^ownCommand>>32), int(uint32(ref))))
}

// appendOwnID appends the ID of a client's own command to b, such as c12-3.
func appendOwnID(b []byte, client, seq int) []byte {
	b = strconv.AppendInt(append(b, 'c'), int64(client), 10)
	return strconv.AppendInt(append(b, '-'), int64(seq), 10)
}

// parseOwnID parses the ID of an own command, such as c12-3.
func parseOwnID(id []byte) (client, seq int, ok bool) {
	rest, ok := strings.CutPrefix(string(id), "c") // does not allocate: the string does not escape
	if !ok {
		return 0, 0, false
	}
	left, right, ok := strings.Cut(rest, "-")
	if !ok {
		return 0, 0, false
	}
	client, clientOK := parseNatural(left)
	seq, seqOK := parseNatural(right)
	return client, seq, clientOK && seqOK
}

// parseNatural parses a number of at most 9 digits without leading zeros.
func parseNatural(text string) (n int, ok bool) {
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

// parseDigest parses 16 hexadecimal digits. It returns 0 for anything else.
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

// role says what a client does.
type role string

const (
	rolePlayer    role = "player"
	roleSpectator role = "spectator"
	roleIdle      role = "idle"
	roleSlow      role = "slow"
)

// history lists what one client sent and received in one room.
type history struct {
	client  int
	room    string
	player  string // player ID
	role    role
	texts   *textTable
	records []record
}

func (h *history) add(r record) { h.records = append(h.records, r) }
