package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// scenario is a small room with two clients, or one client and the AI: its log and its
// clients' histories. newScenario builds a valid scenario. Tests add faults.
type scenario struct {
	t         *testing.T
	log       []room.Entry
	histories []*history
	unsettled string
}

const (
	ana = "Vt3mQ0p8Yy6s1o2h4GqJ5A"
	bob = "b9Kq2LrXw0aZt7uPnE4c1g"
)

// newScenario returns a room with a game that seat 1 wins and a second game with one move.
func newScenario(t *testing.T) *scenario {
	s := &scenario{t: t}
	s.histories = []*history{{Client: 0, Player: ana}, {Client: 1, Player: bob}}
	for _, h := range s.histories {
		h.add(record{Kind: recordOpened})
	}
	s.append(ana, "c0", room.Created{Variant: "connect4:7x6:4", First: 1, Players: [2]room.Player{{ID: ana}}})
	s.play(1, room.Joined{Seat: 2, ID: bob})
	for ply, column := range strings.Split("1212121", "") {
		moved := room.Moved{Seat: room.Seat(ply%2 + 1), Move: column}
		if ply == 6 {
			moved.End = &room.Ending{Winner: 1, Reason: room.ReasonLine}
		}
		s.play(ply%2, moved)
	}
	s.play(0, room.Rematch{Seat: 1, Game: 2})
	s.play(1, room.Rematch{Seat: 2, Game: 2, First: 2})
	s.play(1, room.Moved{Seat: 2, Move: "4"})
	for _, h := range s.histories {
		h.add(record{Kind: recordSettled, N: uint64(len(s.log))})
	}
	return s
}

// play adds a command of a client that is stored, acknowledged and received by all clients.
func (s *scenario) play(client int, ev room.Event) {
	h := s.histories[client]
	n := uint64(len(s.log) + 1)
	cmd := "c" + string(rune('0'+client)) + "-" + string(rune('a'+n))
	h.add(record{Kind: recordSent, Cmd: cmd, N: n - 1})
	s.append(room.PlayerID(h.Player), cmd, ev)
	h.add(record{Kind: recordOK, Cmd: cmd, N: n})
}

// append adds an entry to the log and to all histories.
func (s *scenario) append(by room.PlayerID, cmd string, ev room.Event) {
	s.t.Helper()
	prev := ""
	if len(s.log) > 0 {
		prev = s.log[len(s.log)-1].Digest
	}
	e, err := room.Seal(prev, uint64(len(s.log)+1), time.UnixMilli(1), by, cmd, ev)
	if err != nil {
		s.t.Fatal(err)
	}
	s.log = append(s.log, e)
	for _, h := range s.histories {
		h.add(record{Kind: recordSeen, N: e.N, Digest: e.Digest, Cmd: e.Cmd, Text: e.Event.Kind()})
	}
}

// replaceLast replaces the event of the last entry, in the log and in all histories.
func (s *scenario) replaceLast(by room.PlayerID, ev room.Event) {
	last := s.log[len(s.log)-1]
	s.log = s.log[:len(s.log)-1]
	for _, h := range s.histories {
		h.Records = slices.DeleteFunc(h.Records, isSeen(last.N))
	}
	settled := make([]record, len(s.histories))
	for i, h := range s.histories { // the entry comes before the end of the run
		settled[i], h.Records = h.Records[len(h.Records)-1], h.Records[:len(h.Records)-1]
	}
	s.append(by, last.Cmd, ev)
	for i, h := range s.histories {
		h.add(settled[i])
	}
}

func (s *scenario) check() *verdict {
	v := &verdict{}
	l := newLogCheck("room")
	for _, e := range s.log {
		l.add(e, v)
	}
	l.compare(s.histories, s.unsettled, v)
	return v
}

// dropRecords deletes the records of a client for which match returns true.
func (s *scenario) dropRecords(client int, match func(record) bool) {
	s.histories[client].Records = slices.DeleteFunc(s.histories[client].Records, match)
}

// isSeen returns a function that matches the record of receiving entry n.
func isSeen(n uint64) func(record) bool {
	return func(r record) bool { return r.Kind == recordSeen && r.N == n }
}

func TestValidScenarioPasses(t *testing.T) {
	v := newScenario(t).check()
	if !v.ok() || v.Rooms != 1 || v.Acknowledged != 11 || v.Rewinds != 0 || len(v.Details) > 0 {
		t.Errorf("%+v", v)
	}
}

// Each case adds one fault. The checker must count it in the right field.
func TestCheckerFindsFaults(t *testing.T) {
	const last = 12
	for _, c := range []struct {
		name     string
		spoil    func(s *scenario)
		field    func(v *verdict) int64
		onlyThis bool   // no other field of the verdict counts a fault
		detail   string // part of a detail
	}{
		{"last move missing", func(s *scenario) { s.log = s.log[:last-1] }, func(v *verdict) int64 { return v.Lost }, false, "was acknowledged as entry 12"},
		{"acknowledged with another number", func(s *scenario) {
			for i, r := range s.histories[0].Records {
				if r.Kind == recordOK && r.N == 3 {
					s.histories[0].Records[i].N = 4
				}
			}
		}, func(v *verdict) int64 { return v.Lost }, true, "acknowledged as entry 4"},
		{"acknowledged command of somebody else", func(s *scenario) { s.histories[0].Player = bob }, func(v *verdict) int64 { return v.Lost }, false, "acknowledged"},
		{"move stored twice", func(s *scenario) {
			cmd := s.log[last-1].Cmd
			s.append(ana, "x", room.Moved{Seat: 1, Move: "4"})
			s.append(bob, cmd, room.Moved{Seat: 2, Move: "4"})
		}, func(v *verdict) int64 { return v.Doubled }, true, "is entry 12 and entry 14"},
		{"entry not received", func(s *scenario) { s.dropRecords(1, isSeen(5)) }, func(v *verdict) int64 { return v.Gaps }, true, "saw entry 6 after entry 4"},
		{"entry received twice", func(s *scenario) {
			records := s.histories[1].Records
			i := slices.IndexFunc(records, isSeen(5))
			s.histories[1].Records = slices.Insert(records, i, records[i])
		}, func(v *verdict) int64 { return v.Gaps }, true, "saw entry 5 after entry 5"},
		{"received with another digest", func(s *scenario) {
			records := s.histories[0].Records
			records[slices.IndexFunc(records, isSeen(7))].Digest = "0123456789abcdef"
		}, func(v *verdict) int64 { return v.Gaps }, true, "another entry 7"},
		{"received with another command", func(s *scenario) {
			records := s.histories[0].Records
			records[slices.IndexFunc(records, isSeen(7))].Cmd = "c5-5"
		}, func(v *verdict) int64 { return v.Gaps }, true, "another entry 7"},
		{"received an entry beyond the log", func(s *scenario) {
			s.append(ana, "x", room.Moved{Seat: 1, Move: "4"})
			s.log = s.log[:last]
		}, func(v *verdict) int64 { return v.Gaps }, false, "another entry 13"},
		{"gap in the log", func(s *scenario) { s.log[last-1].N++ }, func(v *verdict) int64 { return v.Gaps }, true, "want 12"},
		{"entry with another digest in the log", func(s *scenario) {
			e, err := room.Seal("0123456789abcdef", last, time.UnixMilli(1), bob, s.log[last-1].Cmd, s.log[last-1].Event)
			if err != nil {
				s.t.Fatal(err)
			}
			s.log[last-1] = e
		}, func(v *verdict) int64 { return v.Illegal }, false, "against the rules"},
		{"move after the end", func(s *scenario) {
			s.log = s.log[:9]
			s.append(bob, "x", room.Moved{Seat: 2, Move: "4"})
		}, func(v *verdict) int64 { return v.AfterEnd }, false, "comes after the game's end"},
		{"resigned after the end", func(s *scenario) {
			s.log = s.log[:9]
			s.append(bob, "x", room.Resigned{Seat: 2})
		}, func(v *verdict) int64 { return v.AfterEnd }, false, "comes after the game's end"},
		{"move by a stranger", func(s *scenario) {
			s.append("somebody", "x", room.Moved{Seat: 1, Move: "4"})
		}, func(v *verdict) int64 { return v.Strangers }, true, "does not hold the seat"},
		{"move by the opponent", func(s *scenario) {
			s.append(bob, "x", room.Moved{Seat: 1, Move: "4"})
		}, func(v *verdict) int64 { return v.Strangers }, true, "does not hold the seat"},
		{"move by the machine", func(s *scenario) {
			s.append(room.Machine, "ai-12", room.Moved{Seat: 1, Move: "4"})
		}, func(v *verdict) int64 { return v.Strangers }, true, "does not hold the seat"},
		{"no answer", func(s *scenario) {
			s.dropRecords(1, func(r record) bool { return r.Kind == recordOK && r.N == last })
		}, func(v *verdict) int64 { return v.Stuck }, true, "of client 1 has no answer"},
		{"client not up to date", func(s *scenario) { s.dropRecords(1, isSeen(last)) }, func(v *verdict) int64 { return v.Stuck }, true, "saw entries up to 11, of 12"},
		{"illegal move", func(s *scenario) { s.replaceLast(bob, room.Moved{Seat: 2, Move: "9"}) }, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"out of turn", func(s *scenario) { s.append(bob, "x", room.Moved{Seat: 2, Move: "4"}) }, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"false win", func(s *scenario) {
			s.replaceLast(bob, room.Moved{Seat: 2, Move: "4", End: &room.Ending{Winner: 2, Reason: room.ReasonLine}})
		}, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"wrong winner", func(s *scenario) {
			s.log = s.log[:9]
			s.replaceLast(ana, room.Moved{Seat: 1, Move: "1", End: &room.Ending{Winner: 2, Reason: room.ReasonLine}})
		}, func(v *verdict) int64 { return v.Illegal }, false, "entry 9"},
		{"win not noticed", func(s *scenario) {
			s.log = s.log[:9]
			s.replaceLast(ana, room.Moved{Seat: 1, Move: "1"})
		}, func(v *verdict) int64 { return v.Illegal }, false, "entry 9"},
		{"refused but stored", func(s *scenario) {
			for i, r := range s.histories[1].Records {
				if r.Kind == recordOK && r.N == last {
					s.histories[1].Records[i].Kind = recordRefused
				}
			}
		}, func(v *verdict) int64 { return v.Unrefused }, true, "was refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScenario(t)
			c.spoil(s)
			v := s.check()
			if c.field(v) == 0 || v.ok() {
				t.Errorf("fault not found: %+v", v)
			}
			all := v.Lost + v.Doubled + v.Gaps + v.AfterEnd + v.Strangers + v.Stuck + v.Illegal + v.Unrefused
			if c.onlyThis && all != 1 {
				t.Errorf("other faults found too: %+v", v)
			}
			if !strings.Contains(strings.Join(v.Details, "\n"), c.detail) {
				t.Errorf("details %q lack %q", v.Details, c.detail)
			}
		})
	}
}

// A rewind is not a fault. Entries that a client received before it may be missing in the
// log. Entries that it received afterwards must be in the log.
func TestRewindsAreCounted(t *testing.T) {
	s := newScenario(t)
	h := s.histories[1]
	before := []record{{Kind: recordOpened}}
	for n := range uint64(4) {
		before = append(before, record{Kind: recordSeen, N: n + 1, Digest: "7"})
	}
	h.Records = append(before, h.Records...)
	if v := s.check(); !v.ok() || v.Rewinds != 1 {
		t.Errorf("rewind: %+v", v)
	}
	h.Records = slices.Delete(h.Records, 2, 3)
	if v := s.check(); v.Gaps == 0 {
		t.Errorf("gap before a rewind not found: %+v", v)
	}
	s = newScenario(t)
	s.histories[0].add(record{Kind: recordOpened, From: 12})
	if v := s.check(); !v.ok() || v.Rewinds != 0 {
		t.Errorf("a new connection that continues after entry 12 counts as a rewind or a fault: %+v", v)
	}
}

// A valid game against the AI passes. A move for the AI by a person does not, nor does an AI that
// does not move.
func TestAIPlaysItsSeat(t *testing.T) {
	begin := func() *scenario {
		s := &scenario{t: t, histories: []*history{{Client: 0, Player: ana, Records: []record{{Kind: recordOpened}}}}}
		s.append(ana, "c0", room.Created{Variant: "tictactoe", First: 1, Players: [2]room.Player{{ID: ana}, {Level: "easy"}}})
		s.play(0, room.Moved{Seat: 1, Move: "b2"})
		return s
	}
	s := begin()
	if v := s.check(); v.Stuck != 1 || !strings.Contains(v.Details[0], "it is the AI's turn after entry 2") {
		t.Errorf("the AI does not move: %+v", v)
	}
	s.append(room.Machine, "ai-2", room.Moved{Seat: 2, Move: "a1"})
	if v := s.check(); !v.ok() {
		t.Errorf("%+v", v)
	}
	s = begin()
	s.append(ana, "x", room.Moved{Seat: 2, Move: "a1"})
	if v := s.check(); v.Strangers != 1 {
		t.Errorf("move by a person for the AI: %+v", v)
	}
}
