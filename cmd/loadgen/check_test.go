package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// story is a small room with two clients, or one and the AI: its log, and what
// its clients noted. An honest one is made by tell; tests break it.
type story struct {
	names     names
	log       []entry
	histories []*history
	unsettled string
}

const (
	ana = "Vt3mQ0p8Yy6s1o2h4GqJ5A"
	bob = "b9Kq2LrXw0aZt7uPnE4c1g"
)

// honest tells of a game that seat 1 wins, the next one begun, and one move in it.
func honest() *story {
	s := &story{}
	s.histories = []*history{
		{client: 0, player: ana, role: roleMover, names: &s.names}, {client: 1, player: bob, role: roleMover, names: &s.names},
	}
	for _, h := range s.histories {
		h.add(record{what: opened})
	}
	s.append(entry{by: []byte(ana), cmd: []byte("c0"), kind: []byte("created"), variant: []byte("connect4:7x6:4"), first: 1, players: [2]holder{{id: []byte(ana)}, {}}})
	s.tell(1, entry{kind: []byte("joined"), seat: 2, player: []byte(bob)})
	for ply, column := range strings.Split("1212121", "") {
		s.tell(ply%2, entry{kind: []byte("moved"), seat: ply%2 + 1, move: []byte(column), over: ply == 6, winner: ply / 6})
	}
	s.tell(0, entry{kind: []byte("rematch"), seat: 1, game: 2})
	s.tell(1, entry{kind: []byte("rematch"), seat: 2, game: 2, first: 2})
	s.tell(1, entry{kind: []byte("moved"), seat: 2, move: []byte("4")})
	for _, h := range s.histories {
		h.add(record{what: settled, n: uint32(len(s.log))})
	}
	return s
}

// tell lets a client send a command that becomes an entry, which all see.
func (s *story) tell(client int, e entry) {
	h := s.histories[client]
	n := uint32(len(s.log) + 1)
	cmd := own(client, int(n))
	e.by, e.cmd = []byte(h.player), []byte(s.names.id(cmd))
	h.add(record{what: sent, cmd: cmd, n: n - 1})
	s.append(e)
	h.add(record{what: ok, cmd: cmd, n: n})
}

// append stores an entry, and shows it to all.
func (s *story) append(e entry) {
	e.n = uint64(len(s.log) + 1)
	e.digest = fmt.Appendf(nil, "%016x", e.n*0x9e3779b97f4a7c15)
	s.log = append(s.log, e)
	for _, h := range s.histories {
		h.add(record{
			what: seen, n: uint32(e.n), digest: parseDigest(e.digest), cmd: s.names.ref(e.cmd), text: uint16(s.names.add(e.kind)),
		})
	}
}

func (s *story) check() *verdict {
	v := &verdict{}
	l := readLog("room")
	for i := range s.log {
		l.add(&s.log[i], &s.names, v)
	}
	l.finish(s.histories, s.unsettled, v)
	return v
}

// forget takes entry n out of the log, as if it had never been stored, and the
// seen records of it out of all histories.
func (s *story) forget(n int) {
	s.log = slices.Delete(s.log, n-1, n)
	for i := range s.log {
		s.log[i].n = uint64(i + 1)
	}
}

// drop takes the records out of a history for which is is true.
func (s *story) drop(client int, is func(record) bool) {
	s.histories[client].records = slices.DeleteFunc(s.histories[client].records, is)
}

func sawN(n uint32) func(record) bool {
	return func(r record) bool { return r.what == seen && r.n == n }
}

func TestAnHonestHistoryPasses(t *testing.T) {
	v := honest().check()
	if !v.ok() || v.Rooms != 1 || v.Acknowledged != 11 || v.Rewinds != 0 || len(v.Details) > 0 {
		t.Errorf("%+v", v)
	}
}

// Each promise is broken once, and the checker must say so where it belongs.
func TestBrokenHistoriesAreFound(t *testing.T) {
	last := len(honest().log)
	for _, c := range []struct {
		name  string
		spoil func(s *story)
		field func(v *verdict) int64
		only  bool // nothing else is wrong then
		says  string
	}{
		{"the last move is gone", func(s *story) { s.forget(last) }, func(v *verdict) int64 { return v.Lost }, false, "was acknowledged as entry 12"},
		{"acknowledged at another place", func(s *story) {
			for i, r := range s.histories[0].records {
				if r.what == ok && r.n == 3 {
					s.histories[0].records[i].n = 4
				}
			}
		}, func(v *verdict) int64 { return v.Lost }, true, "acknowledged as entry 4"},
		{"acknowledged, and somebody else's", func(s *story) { s.histories[0].player = bob }, func(v *verdict) int64 { return v.Lost }, false, "acknowledged"},
		{"a move is stored twice", func(s *story) {
			e := s.log[last-1]
			e.seat, e.by = 1, []byte(ana)
			s.append(e)
			e.seat, e.by = 2, []byte(bob)
			s.append(e)
		}, func(v *verdict) int64 { return v.Doubled }, false, "is entry 12 and entry 14"},
		{"an entry was not shown", func(s *story) { s.drop(1, sawN(5)) }, func(v *verdict) int64 { return v.Gaps }, true, "saw entry 6 after entry 4"},
		{"an entry was shown twice", func(s *story) {
			records := s.histories[1].records
			i := slices.IndexFunc(records, sawN(5))
			s.histories[1].records = slices.Insert(records, i, records[i])
		}, func(v *verdict) int64 { return v.Gaps }, true, "saw entry 5 after entry 5"},
		{"another digest was shown", func(s *story) {
			records := s.histories[0].records
			records[slices.IndexFunc(records, sawN(7))].digest++
		}, func(v *verdict) int64 { return v.Gaps }, true, "another entry 7"},
		{"another command was shown", func(s *story) {
			records := s.histories[0].records
			records[slices.IndexFunc(records, sawN(7))].cmd = own(5, 5)
		}, func(v *verdict) int64 { return v.Gaps }, true, "another entry 7"},
		{"more was shown than there is", func(s *story) {
			s.append(entry{kind: []byte("moved"), seat: 1, move: []byte("4"), by: []byte(ana), cmd: []byte("x")})
			s.forget(last + 1)
		}, func(v *verdict) int64 { return v.Gaps }, false, "another entry 13"},
		{"the log itself has a hole", func(s *story) { s.log[last-1].n++ }, func(v *verdict) int64 { return v.Gaps }, true, "where 12 should be"},
		{"a move after the end", func(s *story) {
			s.log = s.log[:9]
			s.append(entry{kind: []byte("moved"), seat: 2, move: []byte("4"), by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.AfterEnd }, false, "comes after the game's end"},
		{"resigned after the end", func(s *story) {
			s.log = s.log[:9]
			s.append(entry{kind: []byte("resigned"), seat: 2, by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.AfterEnd }, false, "comes after the game's end"},
		{"a stranger's move", func(s *story) {
			s.append(entry{kind: []byte("moved"), seat: 1, move: []byte("4"), by: []byte("somebody"), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.Strangers }, true, "does not hold seat 1"},
		{"the opponent's move", func(s *story) {
			s.append(entry{kind: []byte("moved"), seat: 1, move: []byte("4"), by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.Strangers }, true, "does not hold seat 1"},
		{"no answer", func(s *story) { s.drop(1, func(r record) bool { return r.what == ok && r.n == uint32(last) }) }, func(v *verdict) int64 { return v.Stuck }, true, "command c1-12 of client 1 has had no answer"},
		{"refused for now, and then nothing", func(s *story) {
			s.histories[0].add(record{what: sent, cmd: own(0, 99)})
			s.histories[0].add(record{what: later, cmd: own(0, 99)})
		}, func(v *verdict) int64 { return v.Stuck }, true, "command c0-99"},
		{"left behind", func(s *story) { s.drop(1, sawN(uint32(last))) }, func(v *verdict) int64 { return v.Stuck }, true, "saw entries up to 11, of 12"},
		{"the AI is silent", func(s *story) {
			s.log[0].players[1], s.log[1] = holder{level: []byte("easy")}, entry{n: 2, kind: []byte("named"), by: s.log[1].by, cmd: s.log[1].cmd, digest: s.log[1].digest}
			s.log = s.log[:3]
		}, func(v *verdict) int64 { return v.Stuck }, false, "the AI is to move after entry 3"},
		{"an illegal move", func(s *story) { s.log[last-1].move = []byte("9") }, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"out of turn", func(s *story) {
			s.append(entry{kind: []byte("moved"), seat: 2, move: []byte("4"), by: []byte(bob), cmd: []byte("x")})
		}, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"a win that is none", func(s *story) { s.log[last-1].over, s.log[last-1].winner = true, 2 }, func(v *verdict) int64 { return v.Illegal }, true, "against the rules"},
		{"the wrong winner", func(s *story) { s.log[8].winner = 2 }, func(v *verdict) int64 { return v.Illegal }, true, "entry 9"},
		{"refused, and stored", func(s *story) {
			for i, r := range s.histories[1].records {
				if r.what == ok && r.n == uint32(last) {
					s.histories[1].records[i].what = refused
				}
			}
		}, func(v *verdict) int64 { return v.Unrefused }, true, "was refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := honest()
			c.spoil(s)
			v := s.check()
			if c.field(v) == 0 || v.ok() {
				t.Errorf("not found: %+v", v)
			}
			all := v.Lost + v.Doubled + v.Gaps + v.AfterEnd + v.Strangers + v.Stuck + v.Illegal + v.Unrefused
			if c.only && all != 1 {
				t.Errorf("more was found than was broken: %+v", v)
			}
			if !strings.Contains(strings.Join(v.Details, "\n"), c.says) {
				t.Errorf("%q does not say %q", v.Details, c.says)
			}
		})
	}
}

// A client that is told to start anew is no fault of its own: what it saw before
// may be gone, what it saw after may not.
func TestRewindsAreNoted(t *testing.T) {
	s := honest()
	h := s.histories[1]
	before := []record{{what: opened}}
	for n := range uint32(4) {
		before = append(before, record{what: seen, n: n + 1, digest: 7})
	}
	h.records = append(before, h.records...)
	if v := s.check(); !v.ok() || v.Rewinds != 1 {
		t.Errorf("a rewind: %+v", v)
	}
	h.records = slices.Delete(h.records, 2, 3)
	if v := s.check(); v.Gaps == 0 {
		t.Errorf("a gap before a rewind is not found: %+v", v)
	}
	s = honest()
	s.histories[0].add(record{what: opened, n: 12, from: 12})
	if v := s.check(); !v.ok() || v.Rewinds != 0 {
		t.Errorf("a connection that goes on: %+v", v)
	}
}

// An AI's game passes as well, and its commands' ids are its own.
func TestAnAIPlaysItsSeat(t *testing.T) {
	s := &story{}
	s.histories = []*history{{client: 0, player: ana, role: roleMover, names: &s.names, records: []record{{what: opened}}}}
	s.append(entry{by: []byte(ana), cmd: []byte("c0"), kind: []byte("created"), variant: []byte("tictactoe"), first: 1, players: [2]holder{{id: []byte(ana)}, {level: []byte("easy")}}})
	s.tell(0, entry{kind: []byte("moved"), seat: 1, move: []byte("b2")})
	s.append(entry{by: []byte(byAI), cmd: []byte("ai-2"), kind: []byte("moved"), seat: 2, move: []byte("a1")})
	if v := s.check(); !v.ok() {
		t.Errorf("%+v", v)
	}
	s.log[2].by = []byte(ana)
	if v := s.check(); v.Strangers != 1 {
		t.Errorf("a person moves for the AI: %+v", v)
	}
}
