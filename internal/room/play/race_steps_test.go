package play_test

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// creations draws rooms of every kind: two people, a person and an AI, pass and play, AI
// against AI.
var creations = rapid.Custom(func(t *rapid.T) room.Create {
	c := room.Create{
		Variant: rapid.SampledFrom([]string{"tictactoe", "tictactoe", "connect4:4x4:3", "force3", "force3:placed", "force3:report"}).Draw(t, "variant"),
		First:   room.Seat(rapid.IntRange(1, 2).Draw(t, "first")),
		Open:    rapid.Bool().Draw(t, "open"),
		Starter: rapid.SampledFrom([]room.Starter{
			"", room.StarterMe, room.StarterOther, room.StarterRandom, room.StarterLoser, room.StarterAlternate,
		}).Draw(t, "starter"),
	}
	if rapid.IntRange(0, 3).Draw(t, "position") == 0 {
		c.Position, c.From = givenIn[c.Variant], "puzzle 2026-11-21"
	}
	kind := rapid.SampledFrom([]string{"people", "AI", "self", "watch", "people", "people", "people", "people"}).Draw(t, "kind")
	switch kind {
	case "AI":
		c.Levels[1] = "easy"
	case "self":
		c.Self = true
	case "watch":
		c.Levels = [2]string{"easy", "strong"}
		c.Pace = rapid.SampledFrom([]time.Duration{0, time.Second}).Draw(t, "pace")
		return c
	}
	c.Clock = rapid.SampledFrom([]*room.Clock{
		nil, {Move: 5000}, {Move: 600000}, {Base: 10000, Increment: 2000}, {Base: 15000},
	}).Draw(t, "clock")
	c.Advice = [2]bool{rapid.Bool().Draw(t, "advice 1"), rapid.Bool().Draw(t, "advice 2") && kind != "AI"}
	return c
})

// givenIn has, by variant, the moves of a position: an odd number of them, and an even one.
var givenIn = map[string][]string{
	"tictactoe": {"b2"}, "connect4:4x4:3": {"1", "4"}, "force3": {"P1"}, "force3:placed": {"P1", "P9"}, "force3:report": {"P1", "P9"},
}

// step is a command that a writer tries. The player and the move depend on the state of the
// writer's replica at that time.
type step struct {
	what    string
	pick    int  // index into the choices
	anybody bool // a random player instead of the one to move
	lag     time.Duration
	away    time.Duration
	left    bool
	wait    time.Duration
	cmd     string
	refresh bool // refresh the replica first
	behind  uint64
	twice   bool
}

// stepKinds has the kinds of steps. A kind that occurs more often is drawn more often.
var stepKinds = []string{
	"move", "move", "move", "move", "move", "move", "move", "move", "move", "move",
	"react", "react", "react", "react", "react", "react", "react", "react", "react", "react",
	"odd move", "draw", "takeback", "takeback", "accept", "decline", "resign",
	"claim", "claim", "claim", "claim", "claim", "claim", "claim",
	"again", "again", "challenge", "challenge", "withdraw", "yield", "yield", "emote", "chatter", "rename", "rename", "sit", "invite", "pace", "pace", "admit", "advise", "hint",
	"sweep", "sweep", "outage", "wait", "wait", "wait",
}

// steps draws steps that are likely to succeed. Different writers sometimes use the same
// command ID, as a client does that sends a command again through another hub.
func steps(writer int) *rapid.Generator[step] {
	ms := func(all ...time.Duration) *rapid.Generator[time.Duration] {
		for i := range all {
			all[i] *= time.Millisecond
		}
		return rapid.SampledFrom(all)
	}
	lags := ms(0, 0, 80, 700, 1500, 9000, -5)
	aways := ms(0, 9_999, 10_000, 39_999, 40_000, 40_001, 90_000, 900_000)
	waits := ms(1, 200, 800, 1000, 1500, 2500, 3000, 3499, 3500, 5000, 6500, 12_000)
	longWaits := ms(41_000, 3_600_000, 7*86_400_000)
	// numberBelow draws a number from 0 to n-1. IntRange would prefer small numbers.
	numberBelow := func(n int) *rapid.Generator[int] {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return rapid.SampledFrom(all)
	}
	picks, tens := numberBelow(100), numberBelow(10)
	return rapid.Custom(func(t *rapid.T) step {
		cmd := fmt.Sprintf("w%d-%d", writer, rapid.Uint64().Draw(t, "id"))
		if tens.Draw(t, "shared") == 0 {
			cmd = fmt.Sprintf("shared-%d", tens.Draw(t, "id"))
		}
		wait := waits.Draw(t, "wait")
		if picks.Draw(t, "long") < 5 {
			wait = longWaits.Draw(t, "long wait")
		}
		return step{
			what:    rapid.SampledFrom(stepKinds).Draw(t, "what"),
			pick:    picks.Draw(t, "pick"),
			anybody: tens.Draw(t, "anybody") == 0,
			lag:     lags.Draw(t, "lag"),
			away:    aways.Draw(t, "away"),
			left:    rapid.Bool().Draw(t, "left"),
			wait:    wait,
			cmd:     cmd,
			refresh: tens.Draw(t, "refresh") > 1,
			behind:  rapid.SampledFrom([]uint64{0, 0, 0, 0, 0, 0, 0, 0, 1, 5}).Draw(t, "behind"),
			twice:   tens.Draw(t, "twice") == 0,
		}
	})
}

// command turns the step into a command of a player who sees state.
func (s step) command(state *room.State) (room.PlayerID, room.Action) {
	somebody := []room.PlayerID{ana, bob, room.Machine, eve, ana, bob, ana, bob}[s.pick%8]
	turn, other := holders(state)
	if s.anybody || turn == "" {
		turn, other = somebody, somebody
	}
	if state.Phase == room.PhaseWaiting && s.pick < 10 { // few steps find a room that waits
		return ana, room.Admit{Spectators: s.pick%2 == 0}
	}
	switch s.what {
	case "move":
		return turn, room.Move{Move: s.legal(state), Lag: s.lag}
	case "react":
		return s.reaction(state, turn, other)
	case "odd move":
		return turn, room.Move{Move: []string{"5", "1", "", "a1", "S2", "P1"}[s.pick%6]}
	case "draw", "takeback":
		return []room.PlayerID{turn, other}[s.pick/8%2], room.Propose{What: room.Offer(s.what)}
	case "accept", "decline":
		offer := []room.Offer{room.OfferDraw, room.OfferTakeback}[s.pick/8%2]
		if s.what == "accept" {
			return somebody, room.Accept{What: offer}
		}
		return somebody, room.Decline{What: offer}
	case "resign":
		return somebody, room.Resign{}
	case "claim":
		return somebody, room.Claim{Draw: s.pick/8%2 == 0, Away: s.away, Left: s.left}
	case "again":
		return somebody, room.PlayAgain{First: room.Seat(s.pick % 3)}
	case "challenge":
		return []room.PlayerID{eve, eve, somebody, eve}[s.pick/8%4], room.Challenge{Name: fmt.Sprintf("C%d", s.pick%3)}
	case "withdraw":
		return somebody, room.Withdraw{}
	case "yield":
		return somebody, room.Yield{Seat: room.Seat(s.pick / 8 % 3), First: room.Seat(s.pick % 3), Away: s.away, Left: s.left}
	case "emote":
		return somebody, room.Emote{Emote: append([]string{"shrug"}, room.Emotes...)[s.pick/8%9]}
	case "chatter":
		return []room.PlayerID{ana, bob}[s.pick%2], room.Emote{Emote: "hello"}
	case "rename":
		return somebody, room.Rename{Name: fmt.Sprintf("N%d", s.pick), Seat: room.Seat(s.pick / 8 % 3)}
	case "sit":
		return somebody, room.Sit{}
	case "invite":
		return somebody, room.Invite{Level: "normal"}
	case "pace":
		return somebody, room.Pace{Every: time.Duration(s.pick/8%3) * 500 * time.Millisecond, Paused: s.pick/8%4 == 0}
	case "admit":
		return somebody, room.Admit{Spectators: s.pick/8%2 == 0}
	case "hint":
		return []room.PlayerID{turn, other}[s.pick/8%2], room.Hint{}
	default: // advise
		return room.Machine, s.advice(state)
	}
}

// advice returns advice, mostly with a value and sometimes with an invalid value.
func (s step) advice(state *room.State) room.Advise {
	values := []room.Value{
		{},
		{Estimate: 12},
		{Low: room.GameValue{Result: room.ValueDraw}},
		{Estimate: room.MaxEstimate + 1},
		{Low: room.GameValue{Result: room.ValueWin, Plies: 5}, High: room.GameValue{Result: room.ValueWin, Plies: 5}},
	}
	return room.Advise{Move: s.legal(state), Value: values[s.pick%len(values)]}
}

// reaction returns the command for which the room waits.
func (s step) reaction(state *room.State, turn, other room.PlayerID) (room.PlayerID, room.Action) {
	reply, owed := state.ReplyOwed()
	switch {
	case state.Phase == room.PhaseWaiting:
		return s.joining()
	case state.Phase == room.PhaseFinished && state.BothAI() && s.pick%4 == 0:
		return ana, room.Pace{Every: time.Second}
	case state.Phase == room.PhaseFinished && state.BothAI():
		return ana, room.PlayAgain{First: room.Seat(s.pick % 3)}
	case state.Phase == room.PhaseFinished:
		return []room.PlayerID{ana, bob}[s.pick%2], room.PlayAgain{First: room.Seat(s.pick % 3)}
	case state.Offered.Seat.Valid():
		return s.answer(state, turn, other)
	case owed && reply.Advice:
		advice := s.advice(state)
		if !advice.Value.Valid() {
			advice.Value = room.Value{}
		}
		return room.Machine, advice
	case state.Paused:
		return ana, room.Pace{Every: time.Second}
	}
	switch s.pick % 13 {
	case 0, 1:
		return other, room.Propose{What: room.OfferDraw}
	case 2, 3:
		return turn, room.Propose{What: room.OfferTakeback}
	case 4:
		return other, room.Propose{What: room.OfferTakeback}
	case 12:
		return turn, room.Hint{}
	case 5:
		return other, room.Claim{Draw: s.pick%24 == 5, Away: s.away, Left: s.left}
	default:
		return turn, room.Move{Move: s.legal(state), Lag: s.lag}
	}
}

func (s step) joining() (room.PlayerID, room.Action) {
	switch s.pick % 8 {
	case 0:
		return ana, room.Invite{Level: "normal"}
	case 1, 2:
		return ana, room.Rename{Name: "A"}
	default:
		return bob, room.Sit{}
	}
}

// answer responds to the standing offer.
func (s step) answer(state *room.State, turn, other room.PlayerID) (room.PlayerID, room.Action) {
	asker, asked := turn, other
	if state.Offered.Seat != state.Turn() {
		asker, asked = other, turn
	}
	switch s.pick % 4 {
	case 0:
		return asked, room.Decline{What: state.Offered.What}
	case 1:
		return asker, room.Decline{What: state.Offered.What}
	default:
		return asked, room.Accept{What: state.Offered.What}
	}
}

// holders returns the player to move and the opponent, or empty IDs if no game is in progress.
func holders(state *room.State) (turn, other room.PlayerID) {
	seat := state.Turn()
	if !seat.Valid() {
		return "", ""
	}
	by := func(p room.Player) room.PlayerID {
		if p.IsAI() {
			return room.Machine
		}
		return p.ID
	}
	return by(state.Players[seat-1]), by(state.Players[seat.Other()-1])
}

// legal picks a legal move.
func (s step) legal(state *room.State) string {
	if state.Position == nil {
		return "1"
	}
	var moves []rules.Move
	if moves = state.Position.Moves(nil); len(moves) == 0 {
		return "1"
	}
	return state.Position.FormatMove(moves[s.pick%len(moves)])
}
