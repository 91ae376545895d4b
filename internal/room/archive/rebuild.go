package archive

import (
	"errors"
	"strconv"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Flaw is what Remake finds wrong with a record.
type Flaw struct {
	// Ply says where: a move's index, len(Moves) for the end, -1 for what stands
	// before the moves.
	Ply int

	// Part names what is wrong before the moves, as the JSON form of a record does;
	// empty: the whole of it.
	Part string

	Text string // a sentence for people
}

func (f *Flaw) Error() string { return f.Text }

// absent are the ids of players of whom a record does not say who they were. No
// secret leads to them.
var absent = [2]room.PlayerID{"seat-1", "seat-2"}

// Remake plays a recorded game again, by the commands and at the times that it
// tells of, and returns the log of a room that holds this game only, and the
// game as that log ends it. A game that no room could have seen gives a *Flaw. The
// owner is whoever is said to have opened the room where that was neither player.
//
// The entries from the first move on are those of the original, with other
// numbers and digests, and:
//
//   - Names, emotes, advice and offers that were declined are not in a record,
//     and so not in its log.
//   - A draw that was agreed on was offered at the moment when it was accepted.
//   - Where moves were taken back (Undone), those that remained follow each other
//     at once. The time of the others is unknown, so the room has no clock. What the
//     record says of one must be possible all the same.
func Rebuild(id room.ID, owner room.PlayerID, r room.Record) ([]room.Entry, room.Record, error) {
	m := &remaking{record: &r, state: &room.State{}, now: truncate(r.Started)}
	m.seatAbsent()
	if r.Clock != nil {
		m.left = [2]time.Duration{r.Clock.BaseTime(), r.Clock.BaseTime()}
	}
	for _, step := range []func() error{func() error { return m.open(owner) }, m.play, m.end} {
		if err := step(); err != nil {
			return nil, room.Record{}, err
		}
	}
	game, end := r, m.state
	game.Room, game.Game, game.End, game.By, game.N, game.Digest = id, end.Number, *end.End, end.EndedBy, end.N, end.Digest
	return m.log, game, nil
}

// remaking is a game that is played again. Nobody else is there, so that it is
// played as Play does it but without replica and store.
type remaking struct {
	record *room.Record
	state  *room.State
	log    []room.Entry
	now    time.Time

	// left is what the clock's base time had left to each player at most, as far as
	// the moves that remained tell.
	left [2]time.Duration

	// credited is for how long the turn in which the game ended was credited outages,
	// where no clock of the room's says so.
	credited time.Duration
}

// seatAbsent names the players of whom the record does not say who they were, each
// otherwise than the opponent.
func (m *remaking) seatAbsent() {
	p := &m.record.Players
	for i := range p {
		if !p[i].Free() {
			continue
		}
		p[i].ID = absent[i]
		if p[1-i].ID == absent[i] {
			p[i].ID = absent[1-i]
		}
	}
}

// do carries a command out. What refuses it is a flaw at ply.
func (m *remaking) do(ply int, by room.PlayerID, do room.Action) error {
	c := room.Command{ID: strconv.Itoa(len(m.log) + 1), By: by, Seen: m.state.N, Do: do}
	switch do.(type) {
	case room.Expire:
		c.ID = room.ExpireID(m.state.N) // as Sweep calls it
	case room.Credit:
		c.ID = room.CreditID(m.state.N)
	}
	ev, err := room.Decide(m.state, c, m.now)
	var refusal *room.Refusal
	if errors.As(err, &refusal) {
		return &Flaw{ply, parts[refusal], refusal.Text}
	}
	if err != nil {
		return err
	}
	return m.append(by, c.ID, ev)
}

func (m *remaking) append(by room.PlayerID, cmd string, ev room.Event) error {
	e, err := room.Seal(m.state.Digest, m.state.N+1, m.now, by, cmd, ev)
	if err != nil {
		return err
	}
	m.log = append(m.log, e)
	return m.state.Apply(e)
}

// parts says what Create and Sit complain about.
var parts = map[*room.Refusal]string{
	room.ErrBadName: "players", room.ErrBadColour: "players", room.ErrBadLevel: "players", room.ErrBadSeat: "players", room.ErrSeated: "players",
	room.ErrBadStarter: "starter", room.ErrBadClock: "clock", room.ErrBadAdvice: "advice",
}

// open creates the room and seats both players.
func (m *remaking) open(owner room.PlayerID) error {
	r := m.record
	p := r.Players
	for i := range p {
		if p[i].ID == room.Machine || p[i].IsAI() && (p[i].ID != "" || p[i].Name != "") {
			return &Flaw{-1, "players", "A player is a person or an AI, and an AI has no name but its level."}
		}
	}
	watched := p[0].IsAI() && p[1].IsAI()
	if r.Clock != nil && (watched || !r.Clock.Valid()) {
		return &Flaw{-1, "clock", room.ErrBadClock.Text}
	}
	if r.Undone < 0 || r.Undone > room.MaxEntries {
		return &Flaw{-1, "undone", "So many moves were not taken back."}
	}
	if r.Undone > 0 && watched {
		return &Flaw{-1, "undone", "An AI takes no moves back."}
	}
	create := room.Create{
		Variant: r.Variant, Names: [2]string{p[0].Name, p[1].Name}, Colours: [2]string{p[0].Colour, p[1].Colour},
		Levels: [2]string{p[0].Level, p[1].Level}, Self: !p[0].IsAI() && p[0].ID == p[1].ID,
		First: r.First, Starter: r.Starter, Clock: r.Clock, Advice: r.Advice, Imported: true,
	}
	if r.Undone > 0 {
		create.Clock = nil
	}
	// The second seat was given to an AI later if there is advice for whoever was
	// to come.
	invited := p[1].IsAI() && r.Advice[1]
	if invited {
		create.Levels[1] = ""
	}
	by := p[0].ID
	if p[0].IsAI() {
		by = owner
	}
	err := m.do(-1, by, create)
	switch {
	case err != nil:
		return err
	case invited:
		err = m.do(-1, by, room.Invite{Level: p[1].Level})
	case !p[1].IsAI() && !create.Self:
		err = m.do(-1, p[1].ID, room.Sit{Name: p[1].Name})
	}
	if err != nil {
		return err
	}
	seated := m.state.Players
	for i := range seated {
		if p[i].Colour == "" {
			p[i].Colour = seated[i].Colour
		}
	}
	r.Players = p
	if seated != p {
		return &Flaw{-1, "players", room.ErrBadName.Text} // all else about players has been refused by now
	}
	return nil
}

// play plays the moves.
func (m *remaking) play() error {
	r := m.record
	if len(r.MS) != len(r.Moves) || r.Lag != nil && len(r.Lag) != len(r.Moves) {
		return &Flaw{-1, "ms", "There must be as many times as moves."}
	}
	if err := m.checkCredits(); err != nil {
		return err
	}
	for i, move := range r.Moves {
		if err := m.credit(i); err != nil {
			return err
		}
		took := time.Duration(min(max(r.MS[i], -1), maxTook.Milliseconds()+1)) * time.Millisecond
		m.now = m.now.Add(took)
		turn := m.state.Turn()
		switch {
		case i == maxRemade:
			return &Flaw{i, "", "The game has more moves than a room holds."}
		case took < 0 || took > maxTook:
			return &Flaw{i, "", "A move takes no time at least, and a year at most."}
		case turn == 0:
			return &Flaw{i, "", room.ErrGameOver.Text}
		case m.now.After(r.Ended):
			return &Flaw{i, "", "With this move the game takes longer than from its start to its end."}
		}
		lag, err := m.measure(i, turn, took)
		if err != nil {
			return err
		}
		if err := m.do(i, m.actor(turn), room.Move{Move: move, Lag: lag}); err != nil {
			return err
		}
		moved, _ := m.log[len(m.log)-1].Event.(room.Moved)
		switch {
		case moved.Move != move:
			return &Flaw{i, "", "This move is written " + moved.Move + "."}
		case moved.Lag != lag.Milliseconds():
			return &Flaw{i, "", lagText}
		}
	}
	return nil
}

const lagText = "The network can not have taken so much of this move's time."

// measure returns the lag of move i, of turn. Where moves were taken back the room
// has no clock to measure by: then it checks that one could have allowed this, and
// returns no lag. The moves that are gone have taken base time too, so that it can
// only say what there was left at most; and they may have filled the stock of lag
// up.
func (m *remaking) measure(i int, turn room.Seat, took time.Duration) (time.Duration, error) {
	r := m.record
	var ms int64
	if r.Lag != nil {
		ms = r.Lag[i]
	}
	timed := r.Clock != nil && i >= room.UntimedPlies
	if ms < 0 || ms > room.MaxLagQuota.Milliseconds() || ms > 0 && !timed {
		return 0, &Flaw{i, "", lagText}
	}
	lag := time.Duration(ms) * time.Millisecond
	if r.Undone == 0 {
		return lag, nil
	}
	if timed && took-lag >= m.atMost(turn) {
		return 0, &Flaw{i, "", room.ErrTimeUp.Text}
	}
	if timed {
		m.left[turn-1] += r.Clock.IncrementTime() - max(0, took-lag)
	}
	return 0, nil
}

// atMost returns how long a turn may have taken at most. There must be a clock.
func (m *remaking) atMost(turn room.Seat) time.Duration {
	if c := m.record.Clock; c.Move != 0 {
		return c.MoveTime()
	}
	return m.left[turn-1]
}

const (
	// maxRemade leaves room for what comes before and after the moves.
	maxRemade = room.MaxEntries - 10

	// maxTook bounds what one move may have taken.
	maxTook = 366 * 24 * time.Hour
)

// actor returns who plays for a seat.
func (m *remaking) actor(seat room.Seat) room.PlayerID {
	p := m.record.Players[seat-1]
	if p.IsAI() {
		return room.Machine
	}
	return p.ID
}

func truncate(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
