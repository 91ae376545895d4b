package room

import (
	"errors"
	"fmt"
	"strconv"
	"time"
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
var absent = [2]PlayerID{"seat-1", "seat-2"}

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
//     at once. The time of the others is unknown, so the room has no clock, and if
//     one has run out the record is taken at its word.
func Remake(id ID, owner PlayerID, r Record) ([]Entry, Record, error) {
	m := &remaking{record: &r, state: &State{}, now: truncate(r.Started)}
	for i := range r.Players {
		if r.Players[i].Free() {
			r.Players[i].ID = absent[i]
		}
	}
	for _, step := range []func() error{func() error { return m.open(owner) }, m.play, m.end} {
		if err := step(); err != nil {
			return nil, Record{}, err
		}
	}
	game, end := r, m.state
	game.Room, game.Game, game.End, game.By, game.N, game.Digest = id, end.Number, *end.End, end.EndedBy, end.N, end.Digest
	return m.log, game, nil
}

// remaking is a game that is played again. Nobody else is there, so that it is
// played as Play does it but without replica and store.
type remaking struct {
	record *Record
	state  *State
	log    []Entry
	now    time.Time
}

// do carries a command out. What refuses it is a flaw at ply.
func (m *remaking) do(ply int, by PlayerID, do Action) error {
	c := Command{ID: strconv.Itoa(len(m.log) + 1), By: by, Seen: m.state.N, Do: do}
	if _, expires := do.(Expire); expires {
		c.ID = expireID // as Sweep calls it
	}
	ev, err := Decide(m.state, c, m.now)
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return &Flaw{ply, parts[refusal], refusal.Text}
	}
	if err != nil {
		return err
	}
	return m.append(by, c.ID, ev)
}

func (m *remaking) append(by PlayerID, cmd string, ev Event) error {
	e, err := Seal(m.state.Digest, m.state.N+1, m.now, by, cmd, ev)
	if err != nil {
		return err
	}
	m.log = append(m.log, e)
	return m.state.Apply(e)
}

// parts says what Create and Sit complain about.
var parts = map[*Refusal]string{
	ErrBadName: "players", ErrBadColour: "players", ErrBadLevel: "players", ErrBadSeat: "players", ErrSeated: "players",
	ErrBadStarter: "starter", ErrBadClock: "clock", ErrBadAdvice: "advice",
}

// open creates the room and seats both players.
func (m *remaking) open(owner PlayerID) error {
	r := m.record
	p := r.Players
	for i := range p {
		if p[i].ID == Machine || p[i].IsAI() && (p[i].ID != "" || p[i].Name != "") {
			return &Flaw{-1, "players", "A player is a person or an AI, and an AI has no name but its level."}
		}
	}
	if r.Clock != nil && !r.Clock.valid() {
		return &Flaw{-1, "clock", ErrBadClock.Text}
	}
	if r.Undone < 0 || r.Undone > MaxEntries {
		return &Flaw{-1, "undone", "So many moves were not taken back."}
	}
	create := Create{
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
		err = m.do(-1, by, Invite{Level: p[1].Level})
	case !p[1].IsAI() && !create.Self:
		err = m.do(-1, p[1].ID, Sit{Name: p[1].Name})
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
		return &Flaw{-1, "players", ErrBadName.Text} // all else about players has been refused by now
	}
	return nil
}

// play plays the moves.
func (m *remaking) play() error {
	r := m.record
	if len(r.MS) != len(r.Moves) || r.Lag != nil && len(r.Lag) != len(r.Moves) {
		return &Flaw{-1, "ms", "There must be as many times as moves."}
	}
	for i, move := range r.Moves {
		took := time.Duration(min(max(r.MS[i], -1), maxTook.Milliseconds()+1)) * time.Millisecond
		m.now = m.now.Add(took)
		turn := m.state.Turn()
		switch {
		case i == maxRemade:
			return &Flaw{i, "", "The game has more moves than a room holds."}
		case took < 0 || took > maxTook:
			return &Flaw{i, "", "A move takes no time at least, and a year at most."}
		case turn == 0:
			return &Flaw{i, "", ErrGameOver.Text}
		case m.now.After(r.Ended):
			return &Flaw{i, "", "With this move the game takes longer than from its start to its end."}
		}
		var lag int64
		if r.Lag != nil && r.Undone == 0 {
			lag = r.Lag[i]
		}
		if err := m.do(i, m.actor(turn), Move{Move: move, Lag: time.Duration(lag) * time.Millisecond}); err != nil {
			return err
		}
		moved, _ := m.log[len(m.log)-1].Event.(Moved)
		switch {
		case moved.Move != move:
			return &Flaw{i, "", "This move is written " + moved.Move + "."}
		case moved.Lag != lag:
			return &Flaw{i, "", "The network can not have taken so much of this move's time."}
		}
	}
	return nil
}

const (
	// maxRemade leaves room for what comes before and after the moves.
	maxRemade = MaxEntries - 10

	// maxTook bounds what one move may have taken.
	maxTook = 366 * 24 * time.Hour

	expireID = "expire"
)

// actor returns who plays for a seat.
func (m *remaking) actor(seat Seat) PlayerID {
	p := m.record.Players[seat-1]
	if p.IsAI() {
		return Machine
	}
	return p.ID
}

// end ends the game as the record says, unless the last move has.
func (m *remaking) end() error {
	r := m.record
	ply := len(r.Moves)
	m.now = truncate(r.Ended)
	if m.now.Before(truncate(r.Started)) {
		return &Flaw{-1, "ended", "The game ends before it begins."}
	}
	if m.state.End == nil {
		if err := m.endBy(m.state.Turn()); err != nil {
			return err
		}
	}
	end := m.state.End
	switch {
	case end == nil || end.Reason != r.End.Reason:
		return &Flaw{ply, "", "The moves do not end that way."}
	case end.Winner != r.End.Winner:
		return &Flaw{ply, "", "The moves end with another result."}
	case r.By != 0 && r.By != m.state.EndedBy:
		return &Flaw{ply, "", "It was the other player who ended the game."}
	case len(r.End.Cells) > 0 && fmt.Sprint(r.End.Cells) != fmt.Sprint(end.Cells):
		return &Flaw{ply, "", "The alignment is on other cells."}
	}
	return nil
}

// endBy ends the game, in which it is turn's turn, by a command.
func (m *remaking) endBy(turn Seat) error {
	r := m.record
	ply := len(r.Moves)
	by := r.By
	if !by.Valid() {
		by = turn // of an agreed draw, say
		switch {
		case r.End.Reason == ReasonResigned && r.End.Winner.Valid():
			by = r.End.Winner.Other()
		case r.End.Reason == ReasonLeft && r.End.Winner.Valid():
			by = r.End.Winner
		}
	}
	against := r.Players[0].IsAI() || r.Players[1].IsAI()
	switch r.End.Reason {
	case ReasonResigned:
		if r.Players[by-1].IsAI() {
			return &Flaw{ply, "", ErrAIPlaysOn.Text}
		}
		return m.do(ply, m.actor(by), Resign{})
	case ReasonAgreed:
		if against {
			return &Flaw{ply, "", ErrAIPlaysOn.Text}
		}
		if r.Players[0].ID == r.Players[1].ID {
			return m.do(ply, m.actor(by), Propose{OfferDraw})
		}
		if err := m.do(ply, m.actor(by.Other()), Propose{OfferDraw}); err != nil {
			return err
		}
		return m.do(ply, m.actor(by), Accept{OfferDraw})
	case ReasonLeft:
		if against {
			return &Flaw{ply, "", ErrNotAway.Text}
		}
		away := time.Duration(r.Away) * time.Millisecond
		if r.Away == 0 {
			away = AwayLimit
		}
		return m.do(ply, m.actor(by), Claim{Draw: r.End.Winner == 0, Away: away, Left: away < AwayLimit})
	case ReasonTime:
		if r.Undone > 0 && r.Clock != nil && len(r.Moves) >= untimedPlies {
			// No clock shows it, since the room has none.
			end := &Ending{Winner: turn.Other(), Reason: ReasonTime}
			return m.append("", expireID, Flagged{Seat: turn, End: end})
		}
		if err := m.do(ply, "", Expire{}); err != nil {
			return &Flaw{ply, "", "No clock had run out by then."}
		}
		return nil
	default:
		return &Flaw{ply, "", "The moves do not end the game."}
	}
}

func truncate(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }
