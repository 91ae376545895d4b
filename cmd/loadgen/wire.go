package main

import "strconv"

// This file holds the messages of docs/asyncapi.yaml that this program uses.

// proto is the protocol version.
const proto = 1

// Close codes after which a client does not reconnect.
const (
	closeReplaced  = 4001
	closeMalformed = 4003
	closeNoRoom    = 4004
	closeOutdated  = 4009
	closeNotLetIn  = 4010
)

// pingFrame is a ping of the protocol.
var pingFrame = []byte(`{"t":"ping","id":"p"}`)

// holder is the holder of a seat: a person by ID, an AI by level, or nobody.
type holder struct{ id, level []byte }

// entry is one entry of a room's log, with the fields that this program uses. Its texts
// share memory with the frame.
type entry struct {
	n      uint64
	by     []byte
	cmd    []byte
	kind   []byte // "type" on the wire
	digest []byte

	// from data; each type has some of these fields
	variant     []byte
	players     [2]holder
	playersRead int
	first       int
	seat        int
	player      []byte
	level       []byte
	move        []byte
	game        int
	ply         int
	over        bool // the move ended the game
	winner      int
}

// message is any message of a hub, or the answer to a GET of entries.
type message struct {
	kind    []byte // "t" on the wire
	id      []byte
	code    []byte
	retry   bool
	n       uint64
	from    uint64
	player  []byte
	entries []entry
}

// decode parses a frame into m. It reports whether the frame is a well-formed JSON object.
// m shares memory with the frame.
func (m *message) decode(frame []byte) bool {
	*m = message{entries: m.entries[:0]}
	s := jsonScanner{b: frame}
	if s.peek() != '{' {
		return false
	}
	s.object(func(key []byte) {
		switch string(key) {
		case "t":
			m.kind = s.text()
		case "id":
			m.id = s.text()
		case "n":
			m.n = s.number()
		case "entries":
			m.entries = m.entries[:0]
			s.array(func() {
				m.entries = append(m.entries, entry{})
				m.entries[len(m.entries)-1].read(&s)
			})
		case "code":
			m.code = s.text()
		case "retry":
			m.retry = s.boolean()
		case "from":
			m.from = s.number()
		case "player":
			m.player = s.text()
		default:
			s.skip()
		}
	})
	return s.peek() == 0 && s.i == len(s.b) && !s.bad
}

func (e *entry) read(s *jsonScanner) {
	s.object(func(key []byte) {
		switch string(key) {
		case "n":
			e.n = s.number()
		case "by":
			e.by = s.text()
		case "cmd":
			e.cmd = s.text()
		case "type":
			e.kind = s.text()
		case "digest":
			e.digest = s.text()
		case "data":
			e.readData(s)
		default:
			s.skip()
		}
	})
}

func (e *entry) readData(s *jsonScanner) {
	s.object(func(key []byte) {
		switch string(key) {
		case "seat":
			e.seat = int(s.number())
		case "move":
			e.move = s.text()
		case "end":
			e.over = s.peek() == '{'
			s.object(func(key []byte) {
				if string(key) == "winner" {
					e.winner = int(s.number())
				} else {
					s.skip()
				}
			})
		case "variant":
			e.variant = s.text()
		case "first":
			e.first = int(s.number())
		case "player":
			e.player = s.text()
		case "level":
			e.level = s.text()
		case "game":
			e.game = int(s.number())
		case "ply":
			e.ply = int(s.number())
		case "players":
			s.array(func() { e.readPlayer(s) })
		default:
			s.skip()
		}
	})
}

func (e *entry) readPlayer(s *jsonScanner) {
	var h holder
	s.object(func(key []byte) {
		switch string(key) {
		case "id":
			h.id = s.text()
		case "level":
			h.level = s.text()
		default:
			s.skip()
		}
	})
	if e.playersRead < len(e.players) {
		e.players[e.playersRead] = h
	}
	e.playersRead++
}

// appendCommand appends a command to b. Its texts need no escaping: they are own IDs and moves
// in the rules' notation.
func appendCommand(b []byte, kind string, id []byte, n uint64, move string) []byte {
	b = append(append(b, `{"t":"`...), kind...)
	b = append(append(b, `","id":"`...), id...)
	b = strconv.AppendUint(append(b, `","n":`...), n, 10)
	if move != "" {
		b = append(append(append(b, `,"move":"`...), move...), '"')
	}
	return append(b, '}')
}
