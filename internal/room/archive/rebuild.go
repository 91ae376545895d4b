package archive

import (
	"cmp"
	"errors"
	"strconv"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Flaw is what Rebuild finds wrong with a record.
type Flaw struct {
	// Ply is the place of the flaw: the index of a move, len(Moves) for the end of the
	// game, or -1 for the fields of the record.
	Ply int

	// Part is the JSON name of the wrong field if Ply is -1; empty: the whole record.
	Part string

	Text string // a sentence for people
}

func (f *Flaw) Error() string { return f.Text }

// unnamedIDs are the IDs of players whom a record does not name. No secret hashes to these
// IDs, so nobody can act as such a player.
var unnamedIDs = [2]room.PlayerID{"seat-1", "seat-2"}

// Rebuild replays a recorded game, with the recorded commands and times. It returns the
// log of a room with this game only, and the game's new record. If the game is impossible,
// the error is a *Flaw. If AIs hold both seats, owner creates the room.
//
// The entries from the first move on equal the original ones, except for their numbers and
// digests and for these differences:
//
//   - Names, emotes, advice and declined offers are not recorded.
//   - An agreed draw is offered at the moment at which it was accepted.
//   - Moves that the AI played for a person (Delegations) are that person's.
//   - After a takeback (Undone) the remaining moves follow each other directly. The time
//     of the undone moves is unknown, so the room has no clock, and any times of the moves
//     are possible.
func Rebuild(id room.ID, owner room.PlayerID, r room.Record) ([]room.Entry, room.Record, error) {
	m := &rebuilder{record: &r, state: &room.State{}, now: truncate(r.Started)}
	m.nameUnnamed()
	for _, step := range []func() error{func() error { return m.open(owner) }, m.play, m.end} {
		if err := step(); err != nil {
			return nil, room.Record{}, err
		}
	}
	game, end := r, m.state
	game.Room, game.Game, game.End, game.By, game.N, game.Digest = id, end.Number, *end.End, end.EndedBy, end.N, end.Digest
	return m.log, game, nil
}

// rebuilder replays a game. It is the only writer of the log, so it needs no replica and no
// store.
type rebuilder struct {
	record *room.Record
	state  *room.State
	log    []room.Entry
	now    time.Time
}

// nameUnnamed gives each player whom the record does not name an ID that differs from the
// opponent's.
func (m *rebuilder) nameUnnamed() {
	p := &m.record.Players
	for i := range p {
		if !p[i].Free() {
			continue
		}
		p[i].ID = unnamedIDs[i]
		if p[1-i].ID == unnamedIDs[i] {
			p[i].ID = unnamedIDs[1-i]
		}
	}
}

// do carries out a command. It returns a refusal as a Flaw at ply.
func (m *rebuilder) do(ply int, by room.PlayerID, do room.Action) error {
	c := room.Command{ID: strconv.Itoa(len(m.log) + 1), By: by, Seen: m.state.N, Do: do}
	switch do.(type) {
	case room.Expire:
		c.ID = room.ExpireID(m.state.N) // the ID that a sweep gives the command
	case room.Credit:
		c.ID = room.CreditID(m.state.N)
	}
	ev, err := room.Decide(m.state, c, m.now)
	if refusal, ok := errors.AsType[*room.Refusal](err); ok {
		return &Flaw{ply, flawedPart[refusal.Code], refusal.Text}
	}
	if err != nil {
		return err
	}
	return m.append(by, c.ID, ev)
}

func (m *rebuilder) append(by room.PlayerID, cmd string, ev room.Event) error {
	e, err := room.Seal(m.state.Digest, m.state.N+1, m.now, by, cmd, ev)
	if err != nil {
		return err
	}
	m.log = append(m.log, e)
	return m.state.Apply(e)
}

// flawedPart has the Flaw.Part for the code of each refusal of Create and Sit.
var flawedPart = map[string]string{
	room.ErrBadName.Code: "players", room.ErrBadColour.Code: "players", room.ErrBadLevel.Code: "players", room.CodeBadCustomLevel: "players",
	room.ErrBadSeat.Code: "players", room.ErrSeated.Code: "players",
	room.CodeBadPosition: "given", room.CodePositionOver: "given", room.CodePositionLong: "given", room.ErrBadSource.Code: "from",
	room.ErrBadStarter.Code: "starter", room.ErrBadClock.Code: "clock", room.ErrBadAdvice.Code: "advice",
}

// open creates the room and seats both players.
func (m *rebuilder) open(owner room.PlayerID) error {
	r := m.record
	p := r.Players
	for i := range p {
		if p[i].ID == room.Machine || p[i].IsAI() && (p[i].ID != "" || p[i].Name != "") {
			return &Flaw{-1, "players", "A player is a person or an AI, and an AI has no name but its level."}
		}
	}
	bothAI := p[0].IsAI() && p[1].IsAI()
	if r.Clock != nil && (bothAI || !r.Clock.Valid()) {
		return &Flaw{-1, "clock", room.ErrBadClock.Text}
	}
	if !validDelegations(r) {
		return &Flaw{-1, "delegations", "The AI cannot have played these turns for a person."}
	}
	if r.Undone < 0 || r.Undone > room.MaxEntries {
		return &Flaw{-1, "undone", "The number of takebacks is not possible."}
	}
	if r.Undone > 0 && bothAI {
		return &Flaw{-1, "undone", "An AI takes no moves back."}
	}
	if r.Given < 0 || r.Given > len(r.Moves) {
		return &Flaw{-1, "given", "A game begins after some of its moves."}
	}
	create := room.Create{
		Variant: r.Variant, Names: [2]string{p[0].Name, p[1].Name}, Colours: [2]string{p[0].Colour, p[1].Colour},
		Levels: [2]string{p[0].Level, p[1].Level}, Self: !p[0].IsAI() && p[0].ID == p[1].ID,
		First: room.MoverAt(r.First, r.Given), Starter: r.Starter, Clock: r.Clock, Advice: r.Advice, Imported: true,
		Position: r.Moves[:r.Given], From: r.From,
	}
	if r.Undone > 0 {
		create.Clock = nil
	}
	// Advice for seat 2 means that the owner invited the AI after creating the room.
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
		p[i].Colour = cmp.Or(p[i].Colour, seated[i].Colour)
	}
	r.Players = p
	if seated != p {
		return &Flaw{-1, "players", room.ErrBadName.Text} // all but the name has been checked above
	}
	return nil
}

// play plays the moves.
func (m *rebuilder) play() error {
	r := m.record
	if len(r.MS) != len(r.Moves) || r.Lag != nil && len(r.Lag) != len(r.Moves) {
		return &Flaw{-1, "ms", "There must be as many times as moves."}
	}
	if err := m.checkCredits(); err != nil {
		return err
	}
	for i, move := range r.Moves {
		if i < r.Given {
			if r.MS[i] != 0 || r.Lag != nil && r.Lag[i] != 0 || m.state.Moves[i] != move {
				return &Flaw{i, "", "This move was made before the game began: it takes no time, and is written " + m.state.Moves[i] + "."}
			}
			continue
		}
		if err := m.credit(i); err != nil {
			return err
		}
		took := time.Duration(min(max(r.MS[i], -1), maxTook.Milliseconds()+1)) * time.Millisecond
		m.now = m.now.Add(took)
		turn := m.state.Turn()
		switch {
		case i == maxMoves:
			return &Flaw{i, "", "The game has more moves than a room holds."}
		case took < 0 || took > maxTook:
			return &Flaw{i, "", "A move takes no time at least, and a year at most."}
		case turn == 0:
			return &Flaw{i, "", room.ErrGameOver.Text}
		case m.now.After(r.Ended):
			return &Flaw{i, "", "With this move the game takes longer than from its start to its end."}
		}
		lag, err := m.lagOf(i)
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

// lagOf returns the lag of move i. After a takeback the room has no clock, so lagOf returns 0.
func (m *rebuilder) lagOf(i int) (time.Duration, error) {
	r := m.record
	var ms int64
	if r.Lag != nil {
		ms = r.Lag[i]
	}
	timed := r.Clock != nil && i >= r.Given+room.UntimedPlies
	if ms < 0 || ms > room.MaxLagQuota.Milliseconds() || ms > 0 && !timed {
		return 0, &Flaw{i, "", lagText}
	}
	if r.Undone > 0 {
		ms = 0
	}
	return time.Duration(ms) * time.Millisecond, nil
}

const (
	// maxMoves leaves room for the entries before and after the moves.
	maxMoves = room.MaxEntries - 10

	// maxTook bounds the time of one move.
	maxTook = 366 * 24 * time.Hour
)

// actor returns the player who acts for a seat.
func (m *rebuilder) actor(seat room.Seat) room.PlayerID {
	p := m.record.Players[seat-1]
	if p.IsAI() {
		return room.Machine
	}
	return p.ID
}

func truncate(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// validDelegations reports whether the delegations of the record are possible in its game.
func validDelegations(r *room.Record) bool {
	for _, d := range r.Delegations {
		if !d.Possible(len(r.Moves)) || d.From < r.Given || r.Players[d.Seat-1].IsAI() {
			return false
		}
	}
	return len(r.Delegations) <= len(r.Moves)
}
