package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/quatre/quatre/internal/room"
)

// A client's history lists what it sent and received, in order. The checker knows nothing else
// about a client.

// recordKind is the kind of a record.
type recordKind string

const (
	recordOpened  recordKind = "open"    // a connection was welcomed; entries after From will follow
	recordSent    recordKind = "sent"    // a command was sent, maybe again
	recordOK      recordKind = "ok"      // a command was acknowledged as entry N
	recordRefused recordKind = "refused" // a command was refused finally; Text is the code
	recordSeen    recordKind = "seen"    // entry N was received, with its digest and command; Text is its type
	recordSettled recordKind = "end"     // the run ended; the log ended with entry N, so the client should have it
)

// record is one line of a history.
type record struct {
	Kind   recordKind
	N      uint64
	From   uint64
	Cmd    string
	Digest string
	Text   string
}

// history lists what one client sent and received in one room.
type history struct {
	Client  int
	Player  string // player ID
	Records []record
}

func (h *history) add(r record) { h.Records = append(h.Records, r) }

// verdict is the result of a check: how much was checked and how many faults were found.
type verdict struct {
	Rooms        int64 `json:"rooms"`        // rooms checked
	Acknowledged int64 `json:"acknowledged"` // commands acknowledged
	Lost         int64 `json:"lost"`         // acknowledged commands that are not in the log at the acknowledged number
	Doubled      int64 `json:"doubled"`      // commands in the log more than once
	Gaps         int64 `json:"gaps"`         // entries that a client did not receive, or received in the wrong order or changed
	AfterEnd     int64 `json:"after_end"`    // moves after the end of a game
	Strangers    int64 `json:"strangers"`    // moves by somebody other than the seat's player
	Stuck        int64 `json:"stuck"`        // unanswered commands, clients not up to date, AIs that do not move, rooms not settled
	Illegal      int64 `json:"illegal"`      // entries against the rules
	Unrefused    int64 `json:"unrefused"`    // commands that were refused finally, but are in the log
	Rewinds      int64 `json:"rewinds"`      // how often clients had to start again from entry 1, which is not a fault
	Unreadable   int64 `json:"unreadable"`   // rooms whose log could not be read

	Details []string `json:"details"` // one sentence for each of the first faults

	mu sync.Mutex
}

// maxDetails is the maximum number of Details.
const maxDetails = 50

// ok reports whether the check found no fault.
func (v *verdict) ok() bool {
	return v.Lost+v.Doubled+v.Gaps+v.AfterEnd+v.Strangers+v.Stuck+v.Illegal+v.Unrefused+v.Unreadable == 0
}

// addFault counts one fault in field and adds a detail. The caller holds v.mu.
func (v *verdict) addFault(field *int64, format string, args ...any) {
	*field++
	if len(v.Details) < maxDetails {
		v.Details = append(v.Details, fmt.Sprintf(format, args...))
	}
}

// logCheck is the check of one room.
type logCheck struct {
	room    string
	entries []room.Entry          // entry n is at index n-1
	places  map[commandKey]uint64 // entry number of each command
	state   *room.State
	faulty  bool // an entry has a fault, so that state says no more
}

// commandKey identifies a command. Command IDs are unique per player only.
type commandKey struct {
	by  room.PlayerID
	cmd string
}

// newLogCheck starts the check of one room. The caller must call add for each entry in
// order, then compare.
func newLogCheck(id string) *logCheck {
	return &logCheck{room: id, places: map[commandKey]uint64{}, state: &room.State{}}
}

// add checks an entry against the entries before it. After a fault it judges no more entries.
func (l *logCheck) add(e room.Entry, v *verdict) {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := uint64(len(l.entries) + 1)
	if e.N != n {
		v.addFault(&v.Gaps, "room %s: the log has entry %d, want %d", l.room, e.N, n)
		l.faulty = true
	}
	l.entries = append(l.entries, e)
	if e.By != "" && e.By != room.Machine {
		key := commandKey{e.By, e.Cmd}
		if first, twice := l.places[key]; twice {
			v.addFault(&v.Doubled, "room %s: command %s of %s is stored twice: it is entry %d and entry %d", l.room, e.Cmd, e.By, first, n)
		} else {
			l.places[key] = n
		}
	}
	if l.faulty {
		return
	}
	if field, what := judge(l.state, e, v); field != nil {
		v.addFault(field, "room %s: entry %d %s", l.room, n, what)
		l.faulty = true
	}
}

// compare compares the log with the histories of the room's clients. unsettled says why the
// room had not settled at the end of the run. It is empty if the room had settled.
func (l *logCheck) compare(histories []*history, unsettled string, v *verdict) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.Rooms++
	stuck := v.Stuck
	if !l.faulty && awaitsAI(l.state) {
		v.addFault(&v.Stuck, "room %s: it is the AI's turn after entry %d, but it does not move", l.room, len(l.entries))
	}
	for _, h := range histories {
		l.checkCommands(h, v)
		l.checkSeen(h, v)
	}
	if unsettled != "" && v.Stuck == stuck {
		v.addFault(&v.Stuck, "room %s: %s", l.room, unsettled)
	}
}

// checkCommands checks that every acknowledged command is in the log at its acknowledged
// number, that no finally refused command is in the log, and that every command has an
// answer.
func (l *logCheck) checkCommands(h *history, v *verdict) {
	unanswered := map[string]bool{}
	var order []string
	for _, r := range h.Records {
		switch r.Kind {
		case recordSent:
			if _, again := unanswered[r.Cmd]; !again {
				order = append(order, r.Cmd)
			}
			unanswered[r.Cmd] = true
		case recordOK:
			unanswered[r.Cmd] = false
			v.Acknowledged++
			if e := l.entry(r.N); e.Cmd != r.Cmd || string(e.By) != h.Player {
				v.addFault(&v.Lost, "room %s: command %s of client %d was acknowledged as entry %d, but is not there", l.room, r.Cmd, h.Client, r.N)
			}
		case recordRefused:
			unanswered[r.Cmd] = false
			if n, ok := l.places[commandKey{room.PlayerID(h.Player), r.Cmd}]; ok {
				v.addFault(&v.Unrefused, "room %s: command %s of client %d was refused (%s), but is entry %d", l.room, r.Cmd, h.Client, r.Text, n)
			}
		}
	}
	for _, cmd := range order {
		if unanswered[cmd] {
			v.addFault(&v.Stuck, "room %s: command %s of client %d has no answer", l.room, cmd, h.Client)
		}
	}
}

// entry returns entry n of the log; the zero Entry if there is none.
func (l *logCheck) entry(n uint64) room.Entry {
	if n == 0 || n > uint64(len(l.entries)) {
		return room.Entry{}
	}
	return l.entries[n-1]
}

// checkSeen checks that the client received the log from entry 1, in order and without
// gaps. Entries that it received before a rewind are checked for gaps only, because the
// store no longer has them. checkCommands counts the commands that were lost.
func (l *logCheck) checkSeen(h *history, v *verdict) {
	var last uint64
	var changed []uint64 // the entries since the last rewind that are not as in the log
	for _, r := range h.Records {
		switch r.Kind {
		case recordOpened:
			if r.From != last { // a rewind, for example because the store was restored
				v.Rewinds++
				last, changed = r.From, nil
			}
		case recordSeen:
			switch {
			case r.N != last+1:
				v.addFault(&v.Gaps, "room %s: client %d saw entry %d after entry %d", l.room, h.Client, r.N, last)
			case !l.matches(r):
				changed = append(changed, r.N)
			}
			last = r.N
		case recordSettled:
			if last < r.N {
				v.addFault(&v.Stuck, "room %s: client %d saw entries up to %d, of %d", l.room, h.Client, last, r.N)
			}
		}
	}
	for _, n := range changed {
		v.addFault(&v.Gaps, "room %s: client %d saw another entry %d than the log has", l.room, h.Client, n)
	}
}

// matches reports whether the log holds the entry that the client received.
func (l *logCheck) matches(r record) bool {
	e := l.entry(r.N)
	return e.Event != nil && e.Digest == r.Digest && e.Cmd == r.Cmd && e.Event.Kind() == r.Text
}

// checkAll reads the logs of all rooms and compares them with the clients' histories.
func (r *run) checkAll(ctx context.Context) *verdict {
	v := &verdict{Details: []string{}}
	inParallel(r.allMatches(), func(i int, m *match) {
		l := newLogCheck(m.id)
		if err := r.readEntries(ctx, i, m.id, 0, func(e room.Entry) { l.add(e, v) }); err != nil {
			v.mu.Lock()
			defer v.mu.Unlock()
			v.addFault(&v.Unreadable, "room %s: cannot read the log: %v", m.id, err)
			return
		}
		var histories []*history
		for _, c := range m.clients {
			histories = append(histories, &c.history)
		}
		l.compare(histories, m.unsettled, v)
	})
	return v
}
