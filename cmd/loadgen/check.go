package main

import (
	"context"
	"fmt"
	"sync"
)

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

// checkedEntry is the part of an entry that the checker keeps.
type checkedEntry struct {
	cmd    cmdRef
	by     string
	digest uint64
	kind   uint16
}

// logCheck is the check of one room.
type logCheck struct {
	room    string
	entries []checkedEntry        // entry n is at index n-1
	places  map[commandKey]uint32 // entry number of each command
	game    game
}

// commandKey identifies a command. Command IDs are unique per player only.
type commandKey struct {
	by  string
	cmd cmdRef
}

// newLogCheck starts the check of one room. The caller must call add for each entry in
// order, then compare.
func newLogCheck(room string) *logCheck {
	return &logCheck{room: room, places: map[commandKey]uint32{}}
}

// add checks an entry against the entries before it.
func (l *logCheck) add(e *entry, s *textTable, v *verdict) {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := uint32(len(l.entries) + 1)
	if e.n != uint64(n) {
		v.addFault(&v.Gaps, "room %s: the log has entry %d, want %d", l.room, e.n, n)
	}
	kept := checkedEntry{cmd: s.commandRef(e.cmd), by: string(e.by), digest: parseDigest(e.digest), kind: uint16(s.intern(e.kind))}
	l.entries = append(l.entries, kept)
	if kept.by != "" && kept.by != byAI {
		if first, twice := l.places[commandKey{kept.by, kept.cmd}]; twice {
			v.addFault(&v.Doubled, "room %s: command %s of %s is stored twice: it is entry %d and entry %d", l.room, e.cmd, e.by, first, n)
		} else {
			l.places[commandKey{kept.by, kept.cmd}] = n
		}
	}
	switch l.game.apply(e) {
	case afterEnd:
		v.addFault(&v.AfterEnd, "room %s: entry %d (%s) comes after the game's end", l.room, n, e.kind)
	case stranger:
		v.addFault(&v.Strangers, "room %s: entry %d is a move by %s, who does not hold seat %d", l.room, n, e.by, e.seat)
	case illegal:
		v.addFault(&v.Illegal, "room %s: entry %d (%s %s) is against the rules", l.room, n, e.kind, e.move)
	}
}

// compare compares the log with the histories of the room's clients. unsettled says why the
// room had not settled at the end of the run. It is empty if the room had settled, or if this
// is a check of an earlier run.
func (l *logCheck) compare(histories []*history, unsettled string, v *verdict) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.Rooms++
	stuck := v.Stuck
	if l.game.awaitsAI() {
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
	unanswered := map[cmdRef]bool{}
	var order []cmdRef
	for _, r := range h.records {
		switch r.kind {
		case recordSent:
			if _, again := unanswered[r.cmd]; !again {
				order = append(order, r.cmd)
			}
			unanswered[r.cmd] = true
		case recordOK:
			unanswered[r.cmd] = false
			v.Acknowledged++
			if !l.holds(r.n, h.player, r.cmd) {
				v.addFault(&v.Lost, "room %s: command %s of client %d was acknowledged as entry %d, but is not there", l.room, h.texts.commandID(r.cmd), h.client, r.n)
			}
		case recordRefused:
			unanswered[r.cmd] = false
			if n, ok := l.places[commandKey{h.player, r.cmd}]; ok {
				v.addFault(&v.Unrefused, "room %s: command %s of client %d was refused (%s), but is entry %d", l.room, h.texts.commandID(r.cmd), h.client, h.texts.lookup(uint32(r.text)), n)
			}
		}
	}
	for _, cmd := range order {
		if unanswered[cmd] {
			v.addFault(&v.Stuck, "room %s: command %s of client %d has no answer", l.room, h.texts.commandID(cmd), h.client)
		}
	}
}

// holds reports whether entry n is this command of this player.
func (l *logCheck) holds(n uint32, player string, cmd cmdRef) bool {
	if n == 0 || int(n) > len(l.entries) {
		return false
	}
	e := l.entries[n-1]
	return e.cmd == cmd && e.by == player
}

// checkSeen checks that the client received the log from entry 1, in order and without
// gaps. Entries that it received before a rewind are checked for gaps only, because the
// store no longer has them. checkCommands counts the commands that were lost.
func (l *logCheck) checkSeen(h *history, v *verdict) {
	var last uint32
	rewind := l.lastRewind(h)
	for i, r := range h.records {
		switch r.kind {
		case recordOpened:
			if r.from != last {
				v.Rewinds++
				last = r.from
			}
		case recordSeen:
			switch {
			case r.n != last+1:
				v.addFault(&v.Gaps, "room %s: client %d saw entry %d after entry %d", l.room, h.client, r.n, last)
			case i > rewind && !l.matches(r):
				v.addFault(&v.Gaps, "room %s: client %d saw another entry %d than the log has", l.room, h.client, r.n)
			}
			last = r.n
		case recordSettled:
			if last < r.n {
				v.addFault(&v.Stuck, "room %s: client %d saw entries up to %d, of %d", l.room, h.client, last, r.n)
			}
		}
	}
}

// lastRewind finds the client's last connection that did not continue after the last entry that
// the client had seen, for example because the store was restored. It returns the index of the
// record that opened the connection, or -1.
func (l *logCheck) lastRewind(h *history) int {
	var last uint32
	index := -1
	for i, r := range h.records {
		switch r.kind {
		case recordOpened:
			if r.from != last {
				index, last = i, r.from
			}
		case recordSeen:
			last = r.n
		}
	}
	return index
}

// matches reports whether the log holds the entry that the client received.
func (l *logCheck) matches(r record) bool {
	if int(r.n) > len(l.entries) {
		return false
	}
	e := l.entries[r.n-1]
	return e.digest == r.digest && e.cmd == r.cmd && e.kind == r.text
}

// checkAll reads the logs of all rooms and compares them with the clients' histories.
func (r *run) checkAll(ctx context.Context) *verdict {
	byRoom := map[string][]*history{}
	var order []string
	for _, rm := range r.allRooms() {
		order = append(order, rm.id)
		for _, c := range rm.clients {
			byRoom[rm.id] = append(byRoom[rm.id], &c.history)
		}
	}
	return r.checkRooms(ctx, order, byRoom)
}

func (r *run) checkRooms(ctx context.Context, rooms []string, byRoom map[string][]*history) *verdict {
	v := &verdict{Details: []string{}}
	slots := make(chan struct{}, maxParallelRooms)
	var checking sync.WaitGroup
	for i, room := range rooms {
		slots <- struct{}{}
		checking.Go(func() {
			defer func() { <-slots }()
			l := newLogCheck(room)
			if err := r.readEntries(ctx, i, room, 0, func(e *entry) { l.add(e, &r.texts, v) }); err != nil {
				v.mu.Lock()
				defer v.mu.Unlock()
				v.addFault(&v.Unreadable, "room %s: cannot read the log: %v", room, err)
				return
			}
			l.compare(byRoom[room], r.unsettled[room], v)
		})
	}
	checking.Wait()
	return v
}
