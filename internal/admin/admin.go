// Package admin gives operators access to a service: lists of rooms, single rooms, copies
// of the whole store, and a web page with all of these.
//
// It promises:
//
//   - Reading changes nothing. Lists are bounded and report when they are incomplete.
//   - An operator's action on a room is an entry of its log, like any other event, so the
//     room's watchers see it.
//   - Importing a copy is idempotent. It never changes rooms and games that the store
//     already has; differences are reported.
//   - A damaged room is reported and does not stop the work on other rooms.
//
// Every function works on any Store, and hubs may use the same store meanwhile. The
// only exception is Migrate.
//
// How it works: the commands of cmd/hub call these functions directly. A hub serves the web
// page (Site) on its admin address.
package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Summary is a room in a list.
type Summary struct {
	Room    room.ID    `json:"room"`
	Phase   room.Phase `json:"phase"`
	Variant string     `json:"variant"`
	Players [2]Player  `json:"players"` // by seat
	Game    int        `json:"game"`    // number of the current game; 0: none yet
	Moves   int        `json:"moves"`   // moves of the current game
	Turn    room.Seat  `json:"turn"`    // 0: nobody's turn
	N       uint64     `json:"n"`       // number of the last entry

	Opened time.Time `json:"opened"`
	Since  time.Time `json:"since"` // when the game began or, before that, the room was opened
	Last   time.Time `json:"last"`  // time of the last entry

	// AI is what the room waits for from an AI: "move", "advice" or "". AISince is when
	// the AI could have answered at the earliest.
	AI      string    `json:"ai,omitempty"`
	AISince time.Time `json:"ai_since,omitzero"`

	// Asleep says that the AI does not move until somebody watches this room of AI against AI.
	Asleep bool `json:"asleep,omitempty"`

	Spectators int `json:"spectators"` // at all hubs
	Sockets    int `json:"sockets"`    // at the hub that serves the page

	// Damage says why the room cannot be read. If it is set, Room is the only other field
	// that is set.
	Damage string `json:"damage,omitempty"`
}

// Player is the holder of a seat. Here tells whether the player is present.
type Player struct {
	room.Player
	Here bool `json:"here"`
}

// shortIDLength is the number of characters of a player ID that are shown for a player
// without a name.
const shortIDLength = 8

// String returns a name to display.
func (p Player) String() string { return p.text().String() }

func (p Player) text() names.Text {
	switch {
	case p.IsAI():
		level := names.Text{p.Level, p.Level}
		if name, ok := names.Levels[p.Level]; ok {
			level[names.French] = name[names.French]
		}
		return aiText.With(level)
	case p.Free():
		return freeText
	case p.Name != "":
		name := names.Isolated(p.Name)
		return names.Text{name, name}
	default:
		return namelessText.With(shortID(p.ID))
	}
}

func shortID(id room.PlayerID) string { return string(id[:min(len(id), shortIDLength)]) }

// ReadSummary reads a room. It returns storage.ErrNotFound if there is no such room, and an error if
// the store does not answer. A damaged room is no error: see Summary.Damage.
func ReadSummary(ctx context.Context, store Store, id room.ID) (Summary, error) {
	sum := Summary{Room: id}
	r, err := play.Open(ctx, store, id)
	switch {
	case storage.IsAway(err), errors.Is(err, storage.ErrNotFound), ctx.Err() != nil:
		return sum, err
	case err != nil:
		sum.Damage = err.Error()
		return sum, nil
	}
	sum.setState(r.State())
	return sum, sum.addPresence(ctx, store)
}

// setState sets the fields that come from the log.
func (sum *Summary) setState(s *room.State) {
	sum.Phase, sum.Variant, sum.Game, sum.Moves, sum.Turn, sum.N = s.Phase, s.Variant(), s.Number, len(s.Moves), s.Turn(), s.N
	sum.Opened, sum.Since, sum.Last = s.Opened, s.Opened, s.At
	if s.Number > 0 {
		sum.Since = s.Started
	}
	for i, p := range s.Players {
		sum.Players[i].Player = p
	}
	if reply, owed := s.ReplyOwed(); owed {
		sum.AI, sum.AISince = "move", s.ReplyAt()
		if reply.Advice {
			sum.AI = "advice"
		}
	}
}

// addPresence sets the fields about presence.
func (sum *Summary) addPresence(ctx context.Context, store Store) error {
	here, err := store.Present(ctx, sum.Room)
	if err != nil {
		return err
	}
	for i := range sum.Players {
		sum.Players[i].Here = here.Seats[i].Conn != ""
	}
	sum.Spectators = here.Spectators
	if sum.AI == "" || !sum.Players[0].IsAI() || !sum.Players[1].IsAI() {
		return nil
	}
	if sum.Asleep, err = store.Asleep(ctx, sum.Room); errors.Is(err, storage.ErrDamaged) {
		return nil // the log is not damaged
	}
	return err
}

// Query selects rooms to list. A zero field selects all rooms.
type Query struct {
	All     bool          // include rooms that are over and no longer in a list; reads the whole store
	Phase   room.Phase    // rooms in this phase
	Player  string        // rooms with this player ID, or with a name that contains this text in any case
	Variant string        // rooms whose variant starts with this text
	AI      bool          // rooms that wait for an AI, and are not asleep
	Idle    time.Duration // rooms without a new entry for at least this time

	Offset, Limit int // part of the matching rooms to return
}

// MaxListed is the maximum number of rooms that List reads from each list of the store,
// unless Query.All is set.
const MaxListed = 2000

// Page is a part of the rooms that match a query.
type Page struct {
	Rooms []Summary `json:"rooms"`
	More  bool      `json:"more"` // more rooms match
	Cut   bool      `json:"cut"`  // a list has more than MaxListed rooms; the remaining rooms were not read
	Away  bool      `json:"away"` // part of the store does not answer; its rooms are missing

	// Damage describes the parts of the store that could not be read. Their rooms are missing.
	Damage []string `json:"damage,omitempty"`
}

// addDamage adds each line of err to p.Damage once.
func (p *Page) addDamage(err error) {
	for what := range strings.SplitSeq(err.Error(), "\n") {
		if !slices.Contains(p.Damage, what) {
			p.Damage = append(p.Damage, what)
		}
	}
}

// Err returns an error if a listed room or a part of the store is damaged.
func (p *Page) Err() error {
	var problems Problems
	for _, what := range p.Damage {
		problems.Note(what)
	}
	for _, sum := range p.Rooms {
		if sum.Damage != "" {
			problems.Note(fmt.Sprintf("room %s: %s", sum.Room, sum.Damage))
		}
	}
	return problems.Err()
}

func (q *Query) matches(sum *Summary, now time.Time) bool {
	playerMatches := q.Player == "" || slices.ContainsFunc(sum.Players[:], func(p Player) bool {
		return string(p.ID) == q.Player || strings.Contains(strings.ToLower(p.Name), strings.ToLower(q.Player))
	})
	return playerMatches && (q.Phase == "" || sum.Phase == q.Phase) && strings.HasPrefix(sum.Variant, q.Variant) &&
		(!q.AI || sum.AI != "" && !sum.Asleep) && (q.Idle == 0 || now.Sub(sum.Last) >= q.Idle)
}

// List returns the rooms that match q. With q.All they are sorted by ID. Without it, rooms
// in phase playing come before those waiting, and each list of the store gives its latest
// room first. List returns an error if no part of the store answers.
func List(ctx context.Context, store Store, q Query, now time.Time) (p Page, err error) {
	p = Page{Rooms: []Summary{}}
	ids, err := q.candidates(ctx, store, &p)
	if err != nil {
		return p, err
	}
	skip := q.Offset
	for _, id := range ids {
		sum, err := ReadSummary(ctx, store, id)
		switch {
		case errors.Is(err, storage.ErrNotFound):
			continue // deleted since it was listed
		case err != nil:
			return p, err
		case sum.Damage == "" && !q.matches(&sum, now):
			continue
		case skip > 0:
			skip--
		case len(p.Rooms) == q.Limit:
			p.More = true
			return p, nil
		default:
			p.Rooms = append(p.Rooms, sum)
		}
	}
	return p, nil
}

// candidates returns the rooms that may match, each once. It sets Cut, Away and Damage of p.
func (q *Query) candidates(ctx context.Context, store Store, p *Page) (ids []room.ID, err error) {
	if q.All {
		for id, err := range store.AllRooms(ctx) {
			switch {
			case errors.Is(err, storage.ErrDamaged):
				p.addDamage(err)
			case err != nil:
				return nil, err
			default:
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		return slices.Compact(ids), nil
	}
	var lists []room.List
	if cmp.Or(q.Phase, room.PhasePlaying) == room.PhasePlaying {
		lists = append(lists, room.Playing, room.OpenPlaying)
	}
	if cmp.Or(q.Phase, room.PhaseWaiting) == room.PhaseWaiting {
		lists = append(lists, room.Waiting, room.OpenWaiting)
	}
	for _, list := range lists {
		listed, err := store.Rooms(ctx, list, MaxListed)
		switch {
		case errors.Is(err, storage.ErrDamaged):
			p.addDamage(err)
		case storage.IgnorePartial(err) != nil:
			return nil, err
		case err != nil:
			p.Away = true
		}
		p.Cut = p.Cut || len(listed) == MaxListed
		ids = append(ids, listed...)
	}
	return ids, nil
}

// End closes a room on behalf of the operator. note is the operator's reason and may be
// empty. command is the idempotency key. End returns the number of the new entry. It
// returns storage.ErrNotFound if there is no such room, and a *room.Refusal if it cannot be
// closed.
func End(ctx context.Context, executor play.Executor, id room.ID, note string, command string) (n uint64, err error) {
	if !id.Valid() {
		return 0, fmt.Errorf("%w: %q is not a room ID", storage.ErrNotFound, id)
	}
	r, err := play.Open(ctx, executor.Log, id)
	if err != nil {
		return 0, err
	}
	return executor.Play(ctx, r, room.Command{ID: command, By: room.Operator, Seen: r.N(), Do: room.Close{Note: note}})
}
