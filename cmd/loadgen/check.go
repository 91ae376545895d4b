package main

import (
	"context"
	"fmt"
	"sync"
)

// verdict is what the checker has found: rooms checked, commands acknowledged,
// and how often each promise was broken.
type verdict struct {
	Rooms        int64 `json:"rooms"`
	Acknowledged int64 `json:"acknowledged"`
	Lost         int64 `json:"lost"`       // acknowledged, and not in the log at the n that was told
	Doubled      int64 `json:"doubled"`    // in the log more than once
	Gaps         int64 `json:"gaps"`       // a client saw something else than the log, in order, without gaps
	AfterEnd     int64 `json:"after_end"`  // moves in a game that has ended
	Strangers    int64 `json:"strangers"`  // moves by somebody else than the seat's player
	Stuck        int64 `json:"stuck"`      // unanswered commands, clients left behind, AIs that do not move, rooms that did not come to rest
	Illegal      int64 `json:"illegal"`    // entries that the rules do not allow
	Unrefused    int64 `json:"unrefused"`  // refused for good, and stored all the same
	Rewinds      int64 `json:"rewinds"`    // clients that were told to start anew: no fault of itself, see lost
	Unreadable   int64 `json:"unreadable"` // rooms whose log could not be read

	Details []string `json:"details"` // of the first faults

	mu sync.Mutex
}

// maxDetails is how many faults are told in words.
const maxDetails = 50

// ok reports whether every promise was kept.
func (v *verdict) ok() bool {
	return v.Lost+v.Doubled+v.Gaps+v.AfterEnd+v.Strangers+v.Stuck+v.Illegal+v.Unrefused+v.Unreadable == 0
}

// found counts one fault. v.mu is held.
func (v *verdict) found(field *int64, format string, args ...any) {
	*field++
	if len(v.Details) < maxDetails {
		v.Details = append(v.Details, fmt.Sprintf(format, args...))
	}
}

// logEntry is what the checker keeps of an entry.
type logEntry struct {
	cmd    cmdRef
	by     string
	digest uint64
	kind   uint16
}

// checkedLog is a room's log: entry n is at n-1.
type checkedLog struct {
	room    string
	entries []logEntry
	where   map[placed]uint32 // each command's place
	game    game
}

// placed is a command: ids are unique among a player's only.
type placed struct {
	by  string
	cmd cmdRef
}

// readLog starts the check of one room's log. add is to be called for each entry
// in order.
func readLog(room string) *checkedLog {
	return &checkedLog{room: room, where: map[placed]uint32{}}
}

// add checks an entry by what came before it.
func (l *checkedLog) add(e *entry, s *names, v *verdict) {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := uint32(len(l.entries) + 1)
	if e.n != uint64(n) {
		v.found(&v.Gaps, "room %s: the log has entry %d where %d should be", l.room, e.n, n)
	}
	le := logEntry{cmd: s.ref(e.cmd), by: string(e.by), digest: parseDigest(e.digest), kind: uint16(s.add(e.kind))}
	l.entries = append(l.entries, le)
	if le.by != "" && le.by != byAI {
		if first, twice := l.where[placed{le.by, le.cmd}]; twice {
			v.found(&v.Doubled, "room %s: command %s of %s is entry %d and entry %d", l.room, e.cmd, e.by, first, n)
		} else {
			l.where[placed{le.by, le.cmd}] = n
		}
	}
	switch l.game.apply(e) {
	case afterEnd:
		v.found(&v.AfterEnd, "room %s: entry %d (%s) comes after the game's end", l.room, n, e.kind)
	case stranger:
		v.found(&v.Strangers, "room %s: entry %d is a move by %s, who does not hold seat %d", l.room, n, e.by, e.seat)
	case illegal:
		v.found(&v.Illegal, "room %s: entry %d (%s %s) is against the rules", l.room, n, e.kind, e.move)
	}
}

// finish compares a whole log with the histories of the room's clients. unsettled
// is why the run has not seen the room come to rest; "" if it has, or nobody knows.
func (l *checkedLog) finish(histories []*history, unsettled string, v *verdict) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.Rooms++
	stuck := v.Stuck
	if l.game.awaitsAI() {
		v.found(&v.Stuck, "room %s: the AI is to move after entry %d, and does not", l.room, len(l.entries))
	}
	for _, h := range histories {
		l.checkCommands(h, v)
		l.checkSeen(h, v)
	}
	if unsettled != "" && v.Stuck == stuck {
		v.found(&v.Stuck, "room %s: %s", l.room, unsettled)
	}
}

// checkCommands: every acknowledged command is in the log where it was told to
// be, none refused is, and each has an answer.
func (l *checkedLog) checkCommands(h *history, v *verdict) {
	waits := map[cmdRef]bool{}
	var order []cmdRef
	for _, r := range h.records {
		switch r.what {
		case sent:
			if _, again := waits[r.cmd]; !again {
				order = append(order, r.cmd)
			}
			waits[r.cmd] = true
		case ok:
			waits[r.cmd] = false
			v.Acknowledged++
			if !l.holds(r.n, h.player, r.cmd) {
				v.found(&v.Lost, "room %s: command %s of client %d was acknowledged as entry %d, and is not there", l.room, h.names.id(r.cmd), h.client, r.n)
			}
		case refused:
			waits[r.cmd] = false
			if n, is := l.where[placed{h.player, r.cmd}]; is {
				v.found(&v.Unrefused, "room %s: command %s of client %d was refused (%s), and is entry %d", l.room, h.names.id(r.cmd), h.client, h.names.text(uint32(r.text)), n)
			}
		}
	}
	for _, cmd := range order {
		if waits[cmd] {
			v.found(&v.Stuck, "room %s: command %s of client %d has had no answer", l.room, h.names.id(cmd), h.client)
		}
	}
}

// holds reports whether entry n is that player's command.
func (l *checkedLog) holds(n uint32, player string, cmd cmdRef) bool {
	if n == 0 || int(n) > len(l.entries) {
		return false
	}
	e := l.entries[n-1]
	return e.cmd == cmd && e.by == player
}

// checkSeen: what the client saw is the log's beginning, whole and in order. If
// it was told to start anew, what it saw before that need only be without gaps:
// that log is no more, and what was lost with it is counted by checkCommands.
func (l *checkedLog) checkSeen(h *history, v *verdict) {
	var last uint32
	anew := l.lastRewind(h)
	for i, r := range h.records {
		switch r.what {
		case opened:
			if r.from != last {
				v.Rewinds++
				last = r.from
			}
		case seen:
			switch {
			case r.n != last+1:
				v.found(&v.Gaps, "room %s: client %d saw entry %d after entry %d", l.room, h.client, r.n, last)
			case i > anew && !l.same(r):
				v.found(&v.Gaps, "room %s: client %d saw another entry %d than the log has", l.room, h.client, r.n)
			}
			last = r.n
		case settled:
			if last < r.n {
				v.found(&v.Stuck, "room %s: client %d saw entries up to %d, of %d", l.room, h.client, last, r.n)
			}
		}
	}
}

// lastRewind returns the place of the last record that told the client to start
// anew, -1 if there is none.
func (l *checkedLog) lastRewind(h *history) int {
	var last uint32
	place := -1
	for i, r := range h.records {
		switch r.what {
		case opened:
			if r.from != last {
				place, last = i, r.from
			}
		case seen:
			last = r.n
		}
	}
	return place
}

// same reports whether the log has what was seen.
func (l *checkedLog) same(r record) bool {
	if int(r.n) > len(l.entries) {
		return false
	}
	e := l.entries[r.n-1]
	return e.digest == r.digest && e.cmd == r.cmd && e.kind == r.text
}

// checkAll reads the logs of all rooms and compares them with what their clients
// saw.
func (r *run) checkAll(ctx context.Context) *verdict {
	byRoom := map[string][]*history{}
	var order []string
	for _, t := range r.all() {
		order = append(order, t.id)
		for _, c := range t.clients {
			byRoom[t.id] = append(byRoom[t.id], &c.hist)
		}
	}
	return r.checkRooms(ctx, order, byRoom)
}

func (r *run) checkRooms(ctx context.Context, rooms []string, byRoom map[string][]*history) *verdict {
	v := &verdict{Details: []string{}}
	slots := make(chan struct{}, opensAtOnce)
	var checking sync.WaitGroup
	for i, room := range rooms {
		slots <- struct{}{}
		checking.Go(func() {
			defer func() { <-slots }()
			l := readLog(room)
			if err := r.entries(ctx, i, room, 0, func(e *entry) { l.add(e, &r.names, v) }); err != nil {
				v.mu.Lock()
				defer v.mu.Unlock()
				v.found(&v.Unreadable, "room %s: its log cannot be read: %v", room, err)
				return
			}
			l.finish(byRoom[room], r.unsettled[room], v)
		})
	}
	checking.Wait()
	return v
}
