package play_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// referee implements the rules of a room independently of State. It shares only package rules
// with State. Arrays by seat do not use index 0.
type referee struct {
	n     uint64    // number of the last entry
	at    time.Time // time of the last entry
	phase room.Phase

	opened   room.Created
	openedAt time.Time
	game     rules.Game
	holder   [3]room.PlayerID // a person or Machine; empty: free
	name     [3]string
	level    [3]string
	wish     [3]bool
	yields   [3]bool
	line     []room.Challenger // with the games won so far
	came     int               // challengers since the game began
	shut     bool              // spectators are shut out
	won      [3]int            // index 0: draws
	paused   bool
	ended    []*room.Record // a record of each finished game, without the fields that the referee does not know

	// The present game, or the last finished game.
	number      int
	startN      uint64
	started     time.Time
	first       room.Seat
	pos         rules.Position
	moves       []string
	ms          []int64
	lags        []int64
	undone      int
	turnN       uint64
	turnAt      time.Time // when the turn began, plus its credits
	creditedTo  time.Time
	credits     []room.TurnCredit
	left, quota [3]time.Duration
	used        [3]time.Duration
	offer       room.Offered // the standing offer; zero: none
	offerN      uint64
	asked       map[room.Offered]uint64 // TurnN at which each offer was made
	hinted      [3]uint64               // TurnN at which each seat last asked for a hint
	advised     string

	advisedValue room.Value
	asker        room.PlayerID // whose offer stood before the last entry
	emotes       [3][]time.Time
}

var errIllegal = errors.New("the rules of a room do not allow this entry")

// checkAndApply checks the next entry and applies its event. An entry with a player must be exactly what
// one of the commands sent leads to. An entry without a player must be due at its time.
func (f *referee) checkAndApply(e room.Entry, sent []room.Command, outages []room.Outage) error {
	if e.At.Before(f.at) {
		return fmt.Errorf("%w: time runs backwards", errIllegal)
	}
	matches := func(want room.Event) bool { return want != nil && reflect.DeepEqual(e.Event, chosen(want, e.Event)) }
	if w, ok := e.Event.(room.Withdrawn); ok && e.By == "" {
		if !slices.ContainsFunc(f.line, func(c room.Challenger) bool { return c.ID == w.ID }) {
			return fmt.Errorf("%w: %+v, but %+v wait", errIllegal, w, f.line)
		}
	} else if c, ok := e.Event.(room.Credited); ok {
		if e.By != "" || !slices.ContainsFunc(outages, func(o room.Outage) bool { return c == f.creditFor(o) }) {
			return fmt.Errorf("%w: %+v, but the outages are %v", errIllegal, c, outages)
		}
	} else if e.By == "" {
		if !matches(f.byTime(e.At)) {
			return fmt.Errorf("%w: %+v, but %+v was due", errIllegal, e.Event, f.byTime(e.At))
		}
	} else if !slices.ContainsFunc(sent, func(c room.Command) bool { return matches(f.verdict(c, e.At)) && c.Made(e.Event) }) {
		return fmt.Errorf("%w: %+v, but the commands sent are %+v", errIllegal, e.Event, sent)
	}
	f.asker = f.holder[f.offer.Seat]
	f.n, f.at = e.N, e.At
	f.take(e.Event)
	return nil
}

// chosen returns want, with the seat that moves first copied from got if it was drawn at random.
func chosen(want, got room.Event) room.Event {
	w, ok := want.(room.Rematch)
	if g, same := got.(room.Rematch); ok && same && w.First == anySeat && g.First.Valid() {
		w.First = g.First
		return w
	}
	return want
}

// take changes the referee's state by an event.
func (f *referee) take(ev room.Event) {
	switch ev := ev.(type) {
	case room.Created:
		f.open(ev)
	case room.Joined:
		f.holder[2], f.name[2], f.level[2] = ev.ID, ev.Name, ev.Level
		if ev.Level != "" {
			f.holder[2] = room.Machine
		}
		f.start(1, f.first)
	case room.Named:
		f.name[ev.Seat] = ev.Name
	case room.Moved:
		f.charge(ev)
		m, _ := f.pos.ParseMove(ev.Move) // verdict has found that the move is legal
		f.pos.Play(m)
		f.moves, f.ms, f.lags = append(f.moves, ev.Move), append(f.ms, ev.MS), append(f.lags, ev.Lag)
		if f.offer.What == room.OfferTakeback || f.offer.Seat == 3-ev.Seat {
			f.offer = room.Offered{}
		}
		f.position()
		f.end(ev.Seat, 0, ev.End)
	case room.Hinted:
		f.hinted[ev.Seat] = f.turnN
	case room.Advised:
		f.advised, f.advisedValue = ev.Move, ev.Value
	case room.Offered:
		f.offer, f.offerN = ev, f.n
		f.asked[ev] = f.turnN
	case room.Declined:
		f.offer = room.Offered{}
	case room.TakenBack:
		f.chargeBack(f.at, ev.Ply)
		for ; len(f.moves) > ev.Ply; f.moves = f.moves[:len(f.moves)-1] {
			f.pos.Undo()
		}
		f.credits = slices.DeleteFunc(f.credits, func(c room.TurnCredit) bool { return c.Ply >= ev.Ply })
		f.ms, f.lags, f.offer = f.ms[:ev.Ply], f.lags[:ev.Ply], room.Offered{}
		f.undone++
		f.position()
	case room.Resigned:
		f.end(ev.Seat, 0, ev.End)
	case room.Drawn:
		f.end(ev.Seat, 0, ev.End)
	case room.Claimed:
		f.end(ev.Seat, ev.Away, ev.End)
	case room.Flagged:
		f.end(ev.Seat, 0, ev.End)
	case room.Rematch:
		f.wish[ev.Seat], f.yields[ev.Seat] = true, ev.Yields
		if ev.First != 0 {
			f.rotate()
			f.start(ev.Game, ev.First)
		}
	case room.Admitted:
		f.shut = !ev.Spectators
	case room.Challenged:
		f.line = append(f.line, room.Challenger{ID: ev.ID, Name: ev.Name})
		f.came++
	case room.Withdrawn:
		f.line = slices.DeleteFunc(f.line, func(c room.Challenger) bool { return c.ID == ev.ID })
		if f.given() > len(f.line) {
			for seat, yields := range f.yields {
				f.wish[seat] = f.wish[seat] && !yields
			}
			f.yields = [3]bool{}
		}
	case room.Credited:
		f.turnAt = f.turnAt.Add(time.Duration(ev.MS) * time.Millisecond)
		f.creditedTo = time.UnixMilli(ev.Until).UTC()
		f.credits = append(f.credits, room.TurnCredit{Ply: len(f.moves), MS: ev.MS})
	case room.Emoted:
		f.emotes[ev.Seat] = append(f.emotes[ev.Seat], f.at)
	case room.Paced:
		f.paused = ev.Paused
	case room.Closed:
		f.phase = room.PhaseClosed
	}
}

func (f *referee) open(ev room.Created) {
	f.opened, f.openedAt, f.first, f.phase = ev, f.at, ev.First, room.PhaseWaiting
	f.game, _ = rules.Parse(ev.Variant)
	f.setUp()
	for i, p := range ev.Players {
		f.holder[i+1], f.name[i+1], f.level[i+1] = p.ID, p.Name, p.Level
		if p.Level != "" {
			f.holder[i+1] = room.Machine
		}
	}
	if f.holder[2] != "" {
		f.start(1, ev.First)
	}
}

// rotate gives the seats that their players give away to those who wait.
func (f *referee) rotate() {
	for _, seat := range []room.Seat{1, 2} {
		if f.yields[seat] {
			f.line = append(f.line, room.Challenger{ID: f.holder[seat], Name: f.name[seat], Won: f.won[seat]})
			f.holder[seat], f.name[seat], f.won[seat], f.won[0] = f.line[0].ID, f.line[0].Name, f.line[0].Won, 0
			f.line = f.line[1:]
		}
	}
}

// people returns the persons who hold the seats.
func (f *referee) people() (ids [2]room.PlayerID) {
	for i := range ids {
		if id := f.holder[i+1]; id != room.Machine {
			ids[i] = id
		}
	}
	return ids
}

// given returns how many seats their players give away.
func (f *referee) given() (n int) {
	for _, yields := range f.yields {
		if yields {
			n++
		}
	}
	return n
}

func (f *referee) start(number int, first room.Seat) {
	f.phase, f.number, f.first, f.startN, f.started = room.PhasePlaying, number, first, f.n, f.at
	f.setUp()
	f.credits, f.undone = nil, 0
	f.yields, f.came = [3]bool{}, 0
	f.wish, f.offer, f.asked, f.emotes = [3]bool{}, room.Offered{}, map[room.Offered]uint64{}, [3][]time.Time{}
	f.used, f.hinted = [3]time.Duration{}, [3]uint64{}
	f.quota = [3]time.Duration{1: 1500 * time.Millisecond, 2: 1500 * time.Millisecond}
	f.left = [3]time.Duration{}
	if c := f.opened.Clock; c != nil {
		f.left[1] = time.Duration(c.Base) * time.Millisecond
		f.left[2] = f.left[1]
	}
	f.position()
}

// setUp sets the board to the position at which the games begin.
func (f *referee) setUp() {
	f.pos, f.moves, f.ms, f.lags = f.game.Start(), nil, nil, nil
	for _, move := range f.opened.Position {
		m, _ := f.pos.ParseMove(move)
		f.pos.Play(m)
		f.moves, f.ms, f.lags = append(f.moves, move), append(f.ms, 0), append(f.lags, 0)
	}
}

// advises reports whether the seat to move gets advice in this position.
func (f *referee) advises(turn room.Seat) bool {
	return f.opened.Advice[turn-1] || f.hinted[turn] == f.turnN
}

// position begins a turn after the position has changed.
func (f *referee) position() {
	f.turnN, f.turnAt, f.advised, f.advisedValue = f.n, f.at, "", room.Value{}
}

func (f *referee) end(by room.Seat, away int64, end *room.Ending) {
	if end == nil {
		return
	}
	f.phase, f.offer = room.PhaseFinished, room.Offered{}
	f.won[end.Winner]++
	record := &room.Record{
		Game: f.number, Variant: f.opened.Variant, First: f.first, Started: f.started, Ended: f.at,
		Moves: append([]string{}, f.moves...), MS: append([]int64{}, f.ms...), Undone: f.undone,
		Given: len(f.opened.Position), From: f.opened.From,
		Credits: append([]room.TurnCredit(nil), f.credits...),
		End:     *end, By: by, Away: away, N: f.n,
		Players: [2]room.Player{
			{Name: f.name[1], Level: f.level[1]},
			{Name: f.name[2], Level: f.level[2]},
		},
	}
	if slices.ContainsFunc(f.lags, func(ms int64) bool { return ms != 0 }) {
		record.Lag = slices.Clone(f.lags)
	}
	f.ended = append(f.ended, record)
}

// turn returns the seat to move in the present game.
func (f *referee) turn() room.Seat {
	switch {
	case f.phase != room.PhasePlaying:
		return 0
	case len(f.moves)%2 == 0:
		return f.first
	default:
		return 3 - f.first
	}
}

func (f *referee) self() bool   { return f.holder[1] == f.holder[2] && !f.bothAI() }
func (f *referee) bothAI() bool { return f.holder[1] == room.Machine }

// seatOf returns the seat that a player acts for.
func (f *referee) seatOf(by room.PlayerID) room.Seat {
	for _, seat := range []room.Seat{f.turn(), 1, 2} {
		if seat != 0 && f.holder[seat] == by {
			return seat
		}
	}
	return 0
}

// The referee's clock.

func (f *referee) ticking() bool {
	return f.phase == room.PhasePlaying && f.opened.Clock != nil && len(f.moves) >= len(f.opened.Position)+2
}

func (f *referee) allowance() time.Duration {
	if per := f.opened.Clock.Move; per > 0 {
		return time.Duration(per) * time.Millisecond
	}
	return f.left[f.turn()]
}

// flag returns when the flag falls; zero: never.
func (f *referee) flag() time.Time {
	if !f.ticking() {
		return time.Time{}
	}
	return f.turnAt.Add(f.allowance()).Add(f.quota[f.turn()])
}

func (f *referee) flagFallen(at time.Time) bool { return f.ticking() && !at.Before(f.flag()) }

// creditFor returns the credit of the present turn for an outage; zero: none. The credit is the
// part of the outage since the turn began that was not credited before. This part must have
// begun before the flag fell.
func (f *referee) creditFor(o room.Outage) room.Credited {
	since := o.Since
	for _, at := range []time.Time{f.turnAt, f.creditedTo} {
		if at.After(since) {
			since = at
		}
	}
	ms := min(o.Until.Sub(since).Milliseconds(), 86_400_000)
	if !f.ticking() || ms < 1000 || !since.Before(f.flag()) {
		return room.Credited{}
	}
	return room.Credited{MS: ms, Until: o.Until.UnixMilli()}
}

// allowsTakeback reports whether the clock allows a takeback to ply. With base time, both
// players must have time left afterwards. With a time per move, a takeback needs the opponent's
// consent.
func (f *referee) allowsTakeback(at time.Time, ply int) bool {
	if !f.ticking() {
		return true
	}
	if f.opened.Clock.Base == 0 {
		return f.holder[2] != room.Machine && !f.self()
	}
	after := *f
	after.chargeBack(at, ply)
	return after.left[1] > 0 && after.left[2] > 0
}

// chargeBack charges the time up to a takeback and removes the increments of the undone
// moves.
func (f *referee) chargeBack(at time.Time, ply int) {
	seat := f.turn()
	f.used[seat] += at.Sub(f.turnAt)
	if !f.ticking() || f.opened.Clock.Base == 0 {
		return
	}
	f.left[seat] -= at.Sub(f.turnAt)
	for n := len(f.moves); n > ply && n > len(f.opened.Position)+2; n-- {
		seat = 3 - seat
		f.left[seat] -= time.Duration(f.opened.Clock.Increment) * time.Millisecond
	}
}

func (f *referee) charge(ev room.Moved) {
	took, lag := time.Duration(ev.MS)*time.Millisecond, time.Duration(ev.Lag)*time.Millisecond
	f.used[ev.Seat] += took
	if !f.ticking() {
		return
	}
	f.quota[ev.Seat] += 500*time.Millisecond - lag
	if f.quota[ev.Seat] > 3500*time.Millisecond {
		f.quota[ev.Seat] = 3500 * time.Millisecond
	}
	if f.opened.Clock.Base > 0 {
		if took > lag {
			f.left[ev.Seat] -= took - lag
		}
		f.left[ev.Seat] += time.Duration(f.opened.Clock.Increment) * time.Millisecond
	}
}
