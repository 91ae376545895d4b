package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// scenario is a small room with two clients, or one client and the AI: its log and its
// clients' histories. newScenario builds a valid scenario. Tests add faults.
type scenario struct {
	texts     textTable
	log       []entry
	histories []*history
	unsettled string
}

const (
	ana = "Vt3mQ0p8Yy6s1o2h4GqJ5A"
	bob = "b9Kq2LrXw0aZt7uPnE4c1g"
)

// newScenario returns a room with a game that seat 1 wins and a second game with one move.
func newScenario() *scenario {
	s := &scenario{}
	s.histories = []*history{
		{client: 0, player: ana, role: rolePlayer, texts: &s.texts}, {client: 1, player: bob, role: rolePlayer, texts: &s.texts},
	}
	for _, h := range s.histories {
		h.add(record{kind: recordOpened})
	}
	s.appendEntry(entry{by: []byte(ana), cmd: []byte("c0"), kind: []byte("created"), variant: []byte("connect4:7x6:4"), first: 1, players: [2]holder{{id: []byte(ana)}, {}}})
	s.play(1, entry{kind: []byte("joined"), seat: 2, player: []byte(bob)})
	for ply, column := range strings.Split("1212121", "") {
		s.play(ply%2, entry{kind: []byte("moved"), seat: ply%2 + 1, move: []byte(column), over: ply == 6, winner: ply / 6})
	}
	s.play(0, entry{kind: []byte("rematch"), seat: 1, game: 2})
	s.play(1, entry{kind: []byte("rematch"), seat: 2, game: 2, first: 2})
	s.play(1, entry{kind: []byte("moved"), seat: 2, move: []byte("4")})
	for _, h := range s.histories {
		h.add(record{kind: recordSettled, n: uint32(len(s.log))})
	}
	return s
}

// play adds a command of a client that is stored, acknowledged and received by all clients.
func (s *scenario) play(client int, e entry) {
	h := s.histories[client]
	n := uint32(len(s.log) + 1)
	cmd := ownRef(client, int(n))
	e.by, e.cmd = []byte(h.player), []byte(s.texts.commandID(cmd))
	h.add(record{kind: recordSent, cmd: cmd, n: n - 1})
	s.appendEntry(e)
	h.add(record{kind: recordOK, cmd: cmd, n: n})
}

// appendEntry adds an entry to the log and to all histories.
func (s *scenario) appendEntry(e entry) {
	e.n = uint64(len(s.log) + 1)
	e.digest = fmt.Appendf(nil, "%016x", e.n*0x9e3779b97f4a7c15)
	s.log = append(s.log, e)
	for _, h := range s.histories {
		h.add(record{
			kind: recordSeen, n: uint32(e.n), digest: parseDigest(e.digest), cmd: s.texts.commandRef(e.cmd), text: uint16(s.texts.intern(e.kind)),
		})
	}
}

func (s *scenario) check() *verdict {
	v := &verdict{}
	l := newLogCheck("room")
	for i := range s.log {
		l.add(&s.log[i], &s.texts, v)
	}
	l.compare(s.histories, s.unsettled, v)
	return v
}

// deleteEntry deletes entry n from the log, but not from the histories.
func (s *scenario) deleteEntry(n int) {
	s.log = slices.Delete(s.log, n-1, n)
	for i := range s.log {
		s.log[i].n = uint64(i + 1)
	}
}

// dropRecords deletes the records of a client for which match returns true.
func (s *scenario) dropRecords(client int, match func(record) bool) {
	s.histories[client].records = slices.DeleteFunc(s.histories[client].records, match)
}

// isSeen returns a function that matches the record of receiving entry n.
func isSeen(n uint32) func(record) bool {
	return func(r record) bool { return r.kind == recordSeen && r.n == n }
}

func TestValidScenarioPasses(t *testing.T) {
	v := newScenario().check()
	if !v.ok() || v.Rooms != 1 || v.Acknowledged != 11 || v.Rewinds != 0 || len(v.Details) > 0 {
		t.Errorf("%+v", v)
	}
}

// Each case adds one fault. The checker must count it in the right field.
func TestCheckerFindsFaults(t *testing.T) {
	last := len(newScenario().log)
	for _, c := range []struct {
		name     string
		spoil    func(s *scenario)
		field    func(v *verdict) int64
		onlyThis bool   // no other field of the verdict counts a fault
		detail   string // part of a detail
	}{
		{"last move missing", func(s *scenario) { s.deleteEntry(last) }, func(v *verdict) int64 { return v.Lost }, false, "was acknowledged as entry 12"},
		{"acknowledged with another number", func(s *scenario) {
			for i, r := range s.histories[0].records {
				if r.kind == recordOK && r.n == 3 {
					s.histories[0].records[i].n = 4
				}
			}
		}, func(v *verdict) int64 { return v.Lost }, true, "acknowledged as entry 4"},
		{"acknowledged command of somebody else", func(s *scenario) { s.histories[0].player = bob }, func(v *verdict) int64 { return v.Lost }, false, "acknowledged"},
		{"move stored twice", func(s *scenario) {
			e := s.log[last-1]
			e.seat, e.by = 1, []byte(ana)
			s.appendEntry(e)
			e.seat, e.by = 2, []byte(bob)
			s.appendEntry(e)
		}, func(v *verdict) int64 { return v.Doubled }, false, "is entry 12 and entry 14"},
		{"entry not received", func(s *scenario) { s.dropRecords(1, isSeen(5)) }, func(v *verdict) int64 { return v.Gaps }, true, "saw entry 6 after entry 4"},
		{"entry received twice", func(s *scenario) {
			records := s.histories[1].records
			i := slices.IndexFunc(records, isSeen(5))
			s.histories[1].records = slices.Insert(records, i, records[i])
		}, func(v *verdict) int64 { return v.Gaps }, true, "saw entry 5 after entry 5"},
		{"received with another digest", func(s *scenario) {
			records := s.histories[0].records
			records[slices.IndexFunc(records, isSeen(7))].digest++
		}, func(v *verdict) int64 { return v.Gaps }, true, "another entry 7"},
		{"received with another command", func(s *scenario) {
			records := s.histories[0].records
			records[slices.IndexFunc(records, isSeen(7))].cmd = ownRef(5, 5)
		}, func(v *verdict) int64 { return v.Gaps }, true, "another entry 7"},
		{"received an entry beyond the log", func(s *scenario) {
			s.appendEntry(entry{kind: []byte("moved"), seat: 1, move: []byte("4"), by: []byte(ana), cmd: []byte("x")})
			s.deleteEntry(last + 1)
		}, func(v *verdict) int64 { return v.Gaps }, false, "another entry 13"},
		{"gap in the log", func(s *scenario) { s.log[last-1].n++ }, func(v *verdict) int64 { return v.Gaps }, true, "want 12"},
		{"move after the end", func(s *scenario) {
			s.log = s.log[:9]
			s.appendEntry(entry{kind: []byte("moved"), seat: 2, move: []byte("4"), by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.AfterEnd }, false, "comes after the game's end"},
		{"resigned after the end", func(s *scenario) {
			s.log = s.log[:9]
			s.appendEntry(entry{kind: []byte("resigned"), seat: 2, by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.AfterEnd }, false, "comes after the game's end"},
		{"move by a stranger", func(s *scenario) {
			s.appendEntry(entry{kind: []byte("moved"), seat: 1, move: []byte("4"), by: []byte("somebody"), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.Strangers }, true, "does not hold seat 1"},
		{"move by the opponent", func(s *scenario) {
			s.appendEntry(entry{kind: []byte("moved"), seat: 1, move: []byte("4"), by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.Strangers }, true, "does not hold seat 1"},
		{"no answer", func(s *scenario) {
			s.dropRecords(1, func(r record) bool { return r.kind == recordOK && r.n == uint32(last) })
		}, func(v *verdict) int64 { return v.Stuck }, true, "command c1-12 of client 1 has no answer"},
		{"refused with retry, then no answer", func(s *scenario) {
			s.histories[0].add(record{kind: recordSent, cmd: ownRef(0, 99)})
			s.histories[0].add(record{kind: recordRetry, cmd: ownRef(0, 99)})
		}, func(v *verdict) int64 { return v.Stuck }, true, "command c0-99"},
		{"client not up to date", func(s *scenario) { s.dropRecords(1, isSeen(uint32(last))) }, func(v *verdict) int64 { return v.Stuck }, true, "saw entries up to 11, of 12"},
		{"AI does not move", func(s *scenario) {
			s.log[0].players[1], s.log[1] = holder{level: []byte("easy")}, entry{n: 2, kind: []byte("named"), by: s.log[1].by, cmd: s.log[1].cmd, digest: s.log[1].digest}
			s.log = s.log[:3]
		}, func(v *verdict) int64 { return v.Stuck }, false, "it is the AI's turn after entry 3"},
		{"illegal move", func(s *scenario) { s.log[last-1].move = []byte("9") }, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"out of turn", func(s *scenario) {
			s.appendEntry(entry{kind: []byte("moved"), seat: 2, move: []byte("4"), by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"false win", func(s *scenario) { s.log[last-1].over, s.log[last-1].winner = true, 2 }, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"wrong winner", func(s *scenario) { s.log[8].winner = 2 }, func(v *verdict) int64 { return v.Illegal }, true, "entry 9"},
		{"refused but stored", func(s *scenario) {
			for i, r := range s.histories[1].records {
				if r.kind == recordOK && r.n == uint32(last) {
					s.histories[1].records[i].kind = recordRefused
				}
			}
		}, func(v *verdict) int64 { return v.Unrefused }, true, "was refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScenario()
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
	s := newScenario()
	h := s.histories[1]
	before := []record{{kind: recordOpened}}
	for n := range uint32(4) {
		before = append(before, record{kind: recordSeen, n: n + 1, digest: 7})
	}
	h.records = append(before, h.records...)
	if v := s.check(); !v.ok() || v.Rewinds != 1 {
		t.Errorf("rewind: %+v", v)
	}
	h.records = slices.Delete(h.records, 2, 3)
	if v := s.check(); v.Gaps == 0 {
		t.Errorf("gap before a rewind not found: %+v", v)
	}
	s = newScenario()
	s.histories[0].add(record{kind: recordOpened, n: 12, from: 12})
	if v := s.check(); !v.ok() || v.Rewinds != 0 {
		t.Errorf("a new connection that continues after entry 12 counts as a rewind or a fault: %+v", v)
	}
}

// A valid game against the AI passes. The AI's command IDs have another form.
func TestAIPlaysItsSeat(t *testing.T) {
	s := &scenario{}
	s.histories = []*history{{client: 0, player: ana, role: rolePlayer, texts: &s.texts, records: []record{{kind: recordOpened}}}}
	s.appendEntry(entry{by: []byte(ana), cmd: []byte("c0"), kind: []byte("created"), variant: []byte("tictactoe"), first: 1, players: [2]holder{{id: []byte(ana)}, {level: []byte("easy")}}})
	s.play(0, entry{kind: []byte("moved"), seat: 1, move: []byte("b2")})
	s.appendEntry(entry{by: []byte(byAI), cmd: []byte("ai-2"), kind: []byte("moved"), seat: 2, move: []byte("a1")})
	if v := s.check(); !v.ok() {
		t.Errorf("%+v", v)
	}
	s.log[2].by = []byte(ana)
	if v := s.check(); v.Strangers != 1 {
		t.Errorf("move by a person for the AI: %+v", v)
	}
}
