package archive_test

import (
	"errors"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
)

// start is when the games of these tests begin.
var start = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

// record returns a game of seven moves, one second each, that seat 1 wins by a line. It
// calls change with the game before it returns.
func record(change func(*room.Record)) room.Record {
	r := room.Record{
		Variant: "connect4:7x6:4", First: 1,
		Players: [2]room.Player{{ID: "ana", Colour: "red"}, {ID: "bob", Colour: "yellow"}},
		Started: start, Ended: start.Add(7 * time.Second),
		Moves: []string{"4", "3", "4", "3", "4", "3", "4"}, MS: []int64{1000, 1000, 1000, 1000, 1000, 1000, 1000},
		End: room.Ending{Winner: 1, Reason: room.ReasonLine},
	}
	change(&r)
	return r
}

// endAfter drops the moves after the first n. The game then ends, for reason, at rest after
// move n.
func endAfter(r *room.Record, n int, rest time.Duration, reason string) {
	r.Moves, r.MS = r.Moves[:n], r.MS[:n]
	r.Ended = start.Add(time.Duration(n)*time.Second + rest)
	r.End.Reason = reason
}

// makeAIs seats an AI on both seats.
func makeAIs(r *room.Record) {
	r.Players = [2]room.Player{{Level: "easy", Colour: "red"}, {Level: "strong", Colour: "yellow"}}
}

func TestRebuildAcceptsPossibleGames(t *testing.T) {
	for name, change := range map[string]func(*room.Record){
		"a line":                         func(*room.Record) {},
		"a line, by clocks that differ":  func(r *room.Record) { r.Ended = r.Ended.Add(5 * time.Second) },
		"moves taken back before a line": func(r *room.Record) { r.Undone, r.Ended = 1, r.Ended.Add(time.Hour) },
		"AI against AI":                  makeAIs,
		"all the lag that there is": func(r *room.Record) {
			r.Clock, r.Undone, r.Lag = &room.Clock{Move: 5000}, 1, []int64{0, 0, 3500, 0, 0, 0, 0}
		},
		"a flag by a turn's time": func(r *room.Record) { r.Clock = &room.Clock{Move: 5000}; endAfter(r, 5, 7*time.Second, "time") },
		"a flag after a takeback": func(r *room.Record) {
			r.Clock, r.Undone = &room.Clock{Move: 5000}, 1
			endAfter(r, 3, 5*time.Second, "time")
		},
		"away for all of the game": func(r *room.Record) { endAfter(r, 1, 40*time.Second, "left"); r.Away = 41000 },
		"left, and said so":        func(r *room.Record) { endAfter(r, 1, 11*time.Second, "left"); r.Away = 10000 },
		"left, not said for how long": func(r *room.Record) {
			endAfter(r, 1, 10*time.Second, "left")
		},
		"turns played by the AI": func(r *room.Record) {
			r.Delegations = []room.Delegation{{Seat: 1, Level: "easy", From: 0, To: 3}, {Seat: 2, Level: "perfect", From: 1, To: 7}}
		},
		"a nameless opponent": func(r *room.Record) { r.Players[1].ID = "" },
		"begun at a position": func(r *room.Record) { beginAfter(r, 2); r.From = "puzzle 2026-11-21" },
	} {
		if _, game, err := archive.Rebuild("room", "owner", record(change)); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if _, _, err := archive.Rebuild("room", "owner", game); err != nil {
			t.Errorf("%s: rebuilding the rebuilt game: %v", name, err)
		}
	}
}

func TestRebuildRefusesImpossibleGames(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*room.Record)
		ply    int
		part   string
	}{
		"AI against AI on a clock":                   {func(r *room.Record) { makeAIs(r); r.Clock = &room.Clock{Move: 5000} }, -1, "clock"},
		"AI against AI on a clock, moves taken back": {func(r *room.Record) { makeAIs(r); r.Clock, r.Undone = &room.Clock{Move: 5000}, 1 }, -1, "clock"},
		"AI against AI, moves taken back":            {func(r *room.Record) { makeAIs(r); r.Undone = 1 }, -1, "undone"},
		"turns of an AI played by the AI": {
			func(r *room.Record) {
				makeAIs(r)
				r.Delegations = []room.Delegation{{Seat: 1, Level: "easy", From: 0, To: 3}}
			}, -1, "delegations",
		},
		"turns after the end, played by the AI": {
			func(r *room.Record) { r.Delegations = []room.Delegation{{Seat: 1, Level: "easy", From: 6, To: 8}} }, -1, "delegations",
		},
		"turns played at an unknown level": {
			func(r *room.Record) { r.Delegations = []room.Delegation{{Seat: 1, Level: "mean", From: 0, To: 1}} }, -1, "delegations",
		},
		"given moves that took time":                   {func(r *room.Record) { beginAfter(r, 2); r.MS[1] = 1 }, 1, ""},
		"given moves in another spelling":              {func(r *room.Record) { beginAfter(r, 2); r.Moves[1] = "03" }, -1, "given"},
		"more given moves than moves":                  {func(r *room.Record) { r.Given = 8 }, -1, "given"},
		"fewer given moves than none":                  {func(r *room.Record) { r.Given = -1 }, -1, "given"},
		"nothing but given moves":                      {func(r *room.Record) { beginAfter(r, 7) }, -1, "given"},
		"given moves from nowhere":                     {func(r *room.Record) { beginAfter(r, 2); r.From = "a friend" }, -1, "from"},
		"given moves played by the AI":                 {func(r *room.Record) { beginAfter(r, 2); delegate(r, 1) }, -1, "delegations"},
		"lag before the clock of a position runs":      {func(r *room.Record) { setLag(r, 3, 1); beginAfter(r, 2) }, 3, ""},
		"more lag than there is":                       {func(r *room.Record) { setLag(r, 3, 3501) }, 3, ""},
		"absurd lag":                                   {func(r *room.Record) { setLag(r, 3, 1<<60) }, 3, ""},
		"negative lag":                                 {func(r *room.Record) { setLag(r, 3, -1) }, 3, ""},
		"lag before the clock runs":                    {func(r *room.Record) { setLag(r, 1, 1) }, 1, ""},
		"lag without a clock":                          {func(r *room.Record) { setLag(r, 3, 1); r.Clock = nil }, 3, ""},
		"a line long before the end":                   {func(r *room.Record) { r.Ended = r.Ended.AddDate(20, 0, 0) }, -1, "ended"},
		"a line long before somebody resigned":         {func(r *room.Record) { r.Ended, r.End.Reason = r.Ended.Add(time.Hour), "resigned" }, 7, ""},
		"a line before the end":                        {func(r *room.Record) { r.Ended = r.Ended.Add(5001 * time.Millisecond) }, -1, "ended"},
		"a last turn of twenty years":                  {func(r *room.Record) { endAfter(r, 3, 20*366*24*time.Hour, "resigned") }, -1, "ended"},
		"away for longer than the game":                {func(r *room.Record) { endAfter(r, 1, 4*time.Second, "left"); r.Away = 41000 }, -1, "away"},
		"away for longer than the game, moves back":    {func(r *room.Record) { endAfter(r, 1, 40*time.Second, "left"); r.Away, r.Undone = 41001, 1 }, -1, "away"},
		"away for longer than fits":                    {func(r *room.Record) { endAfter(r, 1, time.Hour, "left"); r.Away = 1<<58 + 41000 }, -1, "away"},
		"left at once":                                 {func(r *room.Record) { endAfter(r, 1, 8*time.Second, "left") }, 1, ""},
		"away from a game over days":                   {func(r *room.Record) { claimInSlowGame(r); r.Undone = 0 }, 1, ""},
		"away from a game over days, moves taken back": {claimInSlowGame, 1, ""},
		"away from a game that a line ended":           {func(r *room.Record) { r.Away = 1000 }, -1, "away"},
	} {
		_, _, err := archive.Rebuild("room", "owner", record(c.change))
		var flaw *archive.Flaw
		if !errors.As(err, &flaw) || flaw.Ply != c.ply || flaw.Part != c.part || flaw.Text == "" {
			t.Errorf("%s: got error %#v, want a flaw at ply %d, part %q", name, err, c.ply, c.part)
		}
	}
}

// beginAfter makes the game begin after n moves.
func beginAfter(r *room.Record, n int) {
	r.Given = n
	clear(r.MS[:n])
	r.Ended = start.Add(time.Duration(len(r.Moves)-n) * time.Second)
}

// delegate lets the AI play for seat 1 in two turns.
func delegate(r *room.Record, from int) {
	r.Delegations = []room.Delegation{{Seat: 1, Level: "easy", From: from, To: from + 2}}
}

// setLag sets a clock and the lag of the move at ply.
func setLag(r *room.Record, ply int, ms int64) {
	r.Clock, r.Undone = &room.Clock{Move: 5000}, 1
	r.Lag = make([]int64, len(r.Moves))
	r.Lag[ply] = ms
}

// claimInSlowGame makes a claim end a game with 10 minutes for each move, after a takeback.
func claimInSlowGame(r *room.Record) {
	endAfter(r, 1, time.Hour, "left")
	r.Clock, r.Undone, r.Away = &room.Clock{Move: 600000}, 1, 41000
}

// An unnamed player is never the same as the opponent.
func TestRebuildTellsUnnamedPlayersApart(t *testing.T) {
	for given, want := range map[[2]room.PlayerID][2]room.PlayerID{
		{"", ""}:             {"seat-1", "seat-2"},
		{"ana", ""}:          {"ana", "seat-2"},
		{"seat-2", ""}:       {"seat-2", "seat-1"},
		{"", "seat-1"}:       {"seat-2", "seat-1"},
		{"seat-1", "seat-2"}: {"seat-1", "seat-2"},
	} {
		_, game, err := archive.Rebuild("room", "owner", record(func(r *room.Record) {
			r.Players[0].ID, r.Players[1].ID = given[0], given[1]
		}))
		if got := [2]room.PlayerID{game.Players[0].ID, game.Players[1].ID}; err != nil || got != want {
			t.Errorf("players %q: rebuilt as %q, error %v; want %q", given, got, err, want)
		}
	}
}
