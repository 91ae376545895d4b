package play_test

import (
	"slices"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// verdict returns the event to which a command must lead at a time, or nil if the command must
// be refused.
func (f *referee) verdict(c room.Command, at time.Time) room.Event {
	if do, ok := c.Do.(room.Create); ok && f.phase == room.PhaseNone {
		return f.openedBy(c.By, do)
	}
	if f.phase == room.PhaseNone || f.phase == room.PhaseClosed || c.Seen > f.n {
		return nil
	}
	if event, ok := f.withoutSeat(c); ok {
		return event
	}
	seat := f.seatOf(c.By)
	if seat == 0 {
		return nil
	}
	switch do := c.Do.(type) {
	case room.Rename:
		for _, seat := range []room.Seat{1, 2} {
			if c.By != room.Machine && f.holder[seat] == c.By && (do.Seat == 0 || do.Seat == seat) {
				return room.Named{Seat: seat, Name: do.Name}
			}
		}
		return nil
	case room.Emote:
		return f.emoted(c.By, seat, do, at)
	case room.PlayAgain:
		if c.By == room.Machine {
			return nil
		}
		return f.again(c, seat)
	}
	if f.phase != room.PhasePlaying || f.flagFallen(at) {
		return nil
	}
	if do, ok := c.Do.(room.Move); ok {
		return f.moved(c, seat, do, at)
	}
	if c.By == room.Machine {
		return nil
	}
	return f.negotiated(c, seat, at)
}

func (f *referee) openedBy(by room.PlayerID, do room.Create) room.Event {
	ev := room.Created{
		Variant: do.Variant, First: do.First, Starter: do.Starter, Clock: do.Clock, Advice: do.Advice, Open: do.Open,
		Pace: do.Pace.Milliseconds(), Position: do.Position, From: do.From,
	}
	if len(do.Position)%2 == 1 {
		ev.First = 3 - do.First // do.First moves after the position
	}
	for i := range ev.Players {
		ev.Players[i] = room.Player{Level: do.Levels[i], Colour: []string{"red", "yellow"}[i]}
		if do.Self || i == 0 && do.Levels[0] == "" {
			ev.Players[i].ID = by
		}
	}
	return ev
}

// withoutSeat returns the event for a command that needs no seat, and reports whether c is
// such a command.
func (f *referee) withoutSeat(c room.Command) (room.Event, bool) {
	waiting := f.phase == room.PhaseWaiting
	switch do := c.Do.(type) {
	case room.Sit:
		if waiting && c.By != ana && c.By != room.Machine {
			return room.Joined{Seat: 2, ID: c.By, Name: do.Name}, true
		}
		return nil, true
	case room.Invite:
		if waiting && c.By == ana {
			return room.Joined{Seat: 2, Level: do.Level}, true
		}
		return nil, true
	case room.Pace:
		if f.bothAI() && c.By == ana {
			return room.Paced{MS: do.Every.Milliseconds(), Paused: do.Paused}, true
		}
		return nil, true
	case room.Admit:
		if c.By == ana {
			return room.Admitted(do), true
		}
		return nil, true
	case room.Challenge:
		waits := slices.ContainsFunc(f.line, func(w room.Challenger) bool { return w.ID == c.By })
		if waiting || c.By == room.Machine || f.seatOf(c.By) != 0 || f.self() || f.bothAI() || waits || len(f.line) == 8 || f.came == 40 || f.shut && c.By != ana {
			return nil, true
		}
		return room.Challenged{ID: c.By, Name: do.Name}, true
	case room.Withdraw:
		if slices.ContainsFunc(f.line, func(w room.Challenger) bool { return w.ID == c.By }) {
			return room.Withdrawn{ID: c.By}, true
		}
		return nil, true
	case room.Yield:
		return f.yielded(c, do), true
	case room.PlayAgain:
		if f.bothAI() && c.By == ana {
			return f.again(c, 1), true
		}
	case room.Advise:
		turn := f.turn()
		if c.By == room.Machine && turn != 0 && f.holder[turn] != room.Machine && f.advises(turn) &&
			f.advised == "" && c.Seen >= f.turnN && f.legal(do.Move) && do.Value.Estimate <= room.MaxEstimate {
			return room.Advised{Seat: turn, Move: do.Move, Value: do.Value, Only: f.isOnlyDefence(do.Move)}, true
		}
		return nil, true
	}
	return nil, false
}

func (f *referee) legal(move string) bool {
	_, err := f.pos.ParseMove(move)
	return err == nil
}

// isOnlyDefence reports whether no move ends the game, and the opponent can win after every move but this one.
func (f *referee) isOnlyDefence(move string) bool {
	var safe []string
	moves := f.pos.Moves(nil)
	for _, m := range moves {
		after := f.pos.Clone()
		after.Play(m)
		if after.Outcome().Over() {
			return false
		}
		if rules.WinningMoves(after) == nil {
			safe = append(safe, f.pos.FormatMove(m))
		}
	}
	return len(moves) > 1 && slices.Equal(safe, []string{move})
}

func (f *referee) moved(c room.Command, seat room.Seat, do room.Move, at time.Time) room.Event {
	if seat != f.turn() || c.Seen < f.turnN || !f.legal(do.Move) || f.paused {
		return nil
	}
	took, lag := at.Sub(f.turnAt), time.Duration(0)
	if f.ticking() {
		if c.By != room.Machine {
			lag = do.Lag
		}
		lag = max(0, min(lag, f.quota[seat]))
		if took-lag >= f.allowance() {
			return nil
		}
	}
	ev := room.Moved{Seat: seat, Move: do.Move, MS: took.Milliseconds(), Lag: lag.Milliseconds()}
	after := f.pos.Clone()
	m, _ := after.ParseMove(do.Move)
	after.Play(m)
	switch after.Outcome() {
	case rules.Ongoing:
	case rules.Drawn:
		ev.End = &room.Ending{Reason: "draw", Cells: after.Line()}
	case rules.FirstWins:
		ev.End = &room.Ending{Winner: f.first, Reason: "line", Cells: after.Line()}
	case rules.SecondWins:
		ev.End = &room.Ending{Winner: 3 - f.first, Reason: "line", Cells: after.Line()}
	}
	return ev
}

// negotiated returns the event for an offer, an answer, a resignation, a claim or a wish for a hint.
func (f *referee) negotiated(c room.Command, seat room.Seat, at time.Time) room.Event {
	switch do := c.Do.(type) {
	case room.Resign:
		if c.Seen >= f.startN {
			return room.Resigned{Seat: seat, End: &room.Ending{Winner: 3 - seat, Reason: "resigned"}}
		}
	case room.Hint:
		if seat == f.turn() && c.Seen >= f.turnN && f.holder[3-seat] == room.Machine && !f.advises(seat) {
			return room.Hinted{Seat: seat}
		}
	case room.Claim:
		people := f.holder[1] != f.holder[2] && f.holder[2] != room.Machine
		slow := f.opened.Clock != nil && f.opened.Clock.Move >= 600_000
		away := min(do.Away, at.Sub(f.started)) // absence before the game does not count
		if people && !slow && c.Seen >= f.turnN && (away >= 40*time.Second || do.Left && away >= 10*time.Second) {
			end := &room.Ending{Winner: seat, Reason: "left"}
			if do.Draw {
				end.Winner = 0
			}
			return room.Claimed{Seat: seat, Away: away.Milliseconds(), End: end}
		}
	case room.Propose:
		return f.proposed(c, seat, do.What, at)
	case room.Accept:
		if f.offer == (room.Offered{Seat: 3 - seat, What: do.What}) && c.Seen >= f.offerN {
			return f.agreed(seat, at)
		}
	case room.Decline:
		if f.offer.Seat != 0 && f.offer.What == do.What && c.Seen >= f.offerN {
			return room.Declined{Seat: seat, What: do.What}
		}
	}
	return nil
}

func (f *referee) proposed(c room.Command, seat room.Seat, what room.Offer, at time.Time) room.Event {
	takeback := what == room.OfferTakeback
	alone := f.self() || f.holder[3-seat] == room.Machine
	mine := room.Offered{Seat: seat, What: what}
	switch {
	case c.Seen < f.startN || takeback && c.Seen < f.turnN:
		return nil
	case alone && takeback:
		return f.takenBack(seat, at)
	case f.self():
		return f.drawn(seat)
	case alone:
		return nil
	case f.offer == room.Offered{Seat: 3 - seat, What: what} && c.Seen >= f.offerN:
		return f.agreed(seat, at)
	case f.offer.Seat != 0 || f.asked[mine] == f.turnN || takeback && f.takenBack(seat, at) == nil:
		return nil
	default:
		return mine
	}
}

// agreed returns the event by which seat agrees to the standing offer.
func (f *referee) agreed(seat room.Seat, at time.Time) room.Event {
	if f.offer.What == room.OfferDraw {
		return f.drawn(seat)
	}
	return f.takenBack(3-seat, at)
}

func (f *referee) drawn(seat room.Seat) room.Event {
	return room.Drawn{Seat: seat, End: &room.Ending{Reason: "agreed"}}
}

// takenBack returns the event that undoes the last move of seat and the reply to it. In pass
// and play the event undoes only the last move. takenBack returns nil if there is no such move
// or the clock does not allow a takeback.
func (f *referee) takenBack(seat room.Seat, at time.Time) room.Event {
	if f.self() {
		seat = 3 - f.turn()
	}
	keep := -1
	for i := range f.moves {
		mover := f.first
		if i%2 == 1 {
			mover = 3 - f.first
		}
		if mover == seat {
			keep = i
		}
	}
	if keep < len(f.opened.Position) || !f.allowsTakeback(at, keep) {
		return nil
	}
	return room.TakenBack{Seat: seat, Ply: keep}
}

func (f *referee) again(c room.Command, seat room.Seat) room.Event {
	if f.phase != room.PhaseFinished || c.Seen < f.startN || f.wish[seat] && !f.yields[seat] {
		return nil
	}
	return f.wishOf(seat)
}

// yielded returns the event by which a player gives the seat away, or others the seat of an absent player.
func (f *referee) yielded(c room.Command, do room.Yield) room.Event {
	mine, seat := f.seatOf(c.By), do.Seat
	if seat == 0 {
		seat = mine
	}
	first := len(f.line) > 0 && f.line[0].ID == c.By
	absent := do.Away >= 40*time.Second || do.Left && do.Away >= 10*time.Second
	if f.phase != room.PhaseFinished || c.Seen < f.startN || c.By == room.Machine || mine == 0 && !first || seat == 0 ||
		f.holder[seat] == room.Machine || f.yields[seat] || f.given() >= len(f.line) || seat != mine && !absent {
		return nil
	}
	wish := f.wishOf(seat)
	wish.Yields = true
	return wish
}

func (f *referee) wishOf(seat room.Seat) room.Rematch {
	ev := room.Rematch{Seat: seat, Game: f.number + 1}
	if f.self() || f.wish[3-seat] || f.holder[2] == room.Machine {
		odd := len(f.opened.Position)%2 == 1
		last := f.ended[len(f.ended)-1].End.Winner
		switch starter := f.opened.Starter; {
		case starter == room.StarterMe && !odd || starter == room.StarterOther && odd:
			ev.First = 1
		case starter == room.StarterMe || starter == room.StarterOther:
			ev.First = 2
		case starter == room.StarterLoser && last != 0 && odd:
			ev.First = last
		case starter == room.StarterLoser && last != 0:
			ev.First = 3 - last
		case starter == room.StarterRandom:
			ev.First = anySeat
		default:
			ev.First = 3 - f.first
		}
	}
	return ev
}

// anySeat stands for a seat that was drawn at random.
const anySeat room.Seat = 9

func (f *referee) emoted(by room.PlayerID, seat room.Seat, do room.Emote, at time.Time) room.Event {
	recent := 0
	for _, before := range f.emotes[seat] {
		if at.Sub(before) < 10*time.Second {
			recent++
		}
	}
	if by == room.Machine || f.phase == room.PhaseWaiting || !slices.Contains(room.Emotes, do.Emote) ||
		recent >= 3 || len(f.emotes[seat]) >= 40 {
		return nil
	}
	return room.Emoted{Seat: seat, Emote: do.Emote}
}

// byTime returns the event that a sweep must store at a time, or nil if there is none.
func (f *referee) byTime(at time.Time) room.Event {
	switch {
	case f.flagFallen(at):
		return room.Flagged{Seat: f.turn(), End: &room.Ending{Winner: 3 - f.turn(), Reason: "time"}}
	case f.phase == room.PhaseWaiting && !at.Before(f.unjoined()):
		return room.Closed{Reason: "unjoined"}
	case f.phase == room.PhasePlaying && !at.Before(f.at.Add(7*24*time.Hour)):
		return room.Closed{Reason: "abandoned"}
	default:
		return nil
	}
}

// unjoined returns when a room that waits must be closed.
func (f *referee) unjoined() time.Time {
	if f.opened.Open {
		return f.at.Add(time.Hour)
	}
	day := 24 * time.Hour
	if longest := f.openedAt.Add(28 * day); longest.Before(f.at.Add(14 * day)) {
		return longest
	}
	return f.at.Add(14 * day)
}
