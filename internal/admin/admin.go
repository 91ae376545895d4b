// Package admin is what operators see and do of a service: its rooms, listed and
// one by one, copies of the whole store, and a page with all of that.
//
// It promises:
//
//   - Looking changes nothing. Lists are bounded, and say so when they are cut.
//   - What is done to a room is an entry of its log, like everything else that
//     happens there, so that its watchers are told.
//   - A copy can be brought in twice. What the store has already stays; what it has
//     otherwise is reported, and stays too.
//   - One damaged room stops nothing: it is reported, and the others go on.
//
// Everything works on any store, beside the hubs that use it: commands of cmd/hub
// call these functions, and so does the page on a hub's admin address.
package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

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
	Game    int        `json:"game"`    // its number in the room; 0: none yet
	Moves   int        `json:"moves"`   // played in it
	Turn    room.Seat  `json:"turn"`    // 0: nobody's
	N       uint64     `json:"n"`       // of the last entry

	Opened time.Time `json:"opened"`
	Since  time.Time `json:"since"` // when the game began, or else the room was opened
	Last   time.Time `json:"last"`  // when something last happened

	// AI says what an AI owes the room, and AISince since when it could have been
	// there.
	AI      string    `json:"ai,omitempty"` // "move", "advice" or nothing
	AISince time.Time `json:"ai_since,omitzero"`

	Spectators int `json:"spectators"` // through all hubs
	Sockets    int `json:"sockets"`    // through the hub that was asked

	// Damage is why the room cannot be read. Then only Room is set beside it.
	Damage string `json:"damage,omitempty"`
}

// Player is who holds a seat, and whether that person is there now.
type Player struct {
	room.Player
	Here bool `json:"here"`
}

// shownID is how much of a player's id is shown where a name is missing.
const shownID = 8

// String returns what to call the player.
func (p Player) String() string {
	switch {
	case p.IsAI():
		return "AI " + p.Level
	case p.Free():
		return "(free)"
	case p.Name != "":
		return p.Name
	default:
		return "player " + short(p.ID)
	}
}

func short(id room.PlayerID) string { return string(id[:min(len(id), shownID)]) }

// Look reads a room. An error means that the store is away, or that there is no such
// room; damage is in the summary.
func Look(ctx context.Context, store Store, id room.ID) (Summary, error) {
	sum := Summary{Room: id}
	r, err := play.Open(ctx, store, id)
	switch {
	case storage.IsAway(err), errors.Is(err, storage.ErrNotFound), ctx.Err() != nil:
		return sum, err
	case err != nil:
		sum.Damage = err.Error()
		return sum, nil
	}
	r.View(sum.take)
	return sum, sum.greet(ctx, store)
}

// take notes what the log says.
func (sum *Summary) take(s *room.State) {
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

// greet notes who is there.
func (sum *Summary) greet(ctx context.Context, store Store) error {
	here, err := store.Present(ctx, sum.Room)
	if err != nil {
		return err
	}
	for i := range sum.Players {
		sum.Players[i].Here = here.Seats[i].Conn != ""
	}
	sum.Spectators = here.Spectators
	return nil
}

// Query says which rooms to list.
type Query struct {
	All     bool          // also those that are over, and not listed any more: this reads the whole store
	Phase   room.Phase    // only in this phase; empty: any
	Player  string        // only with a player of this id or whose name contains this, in any case
	Variant string        // only of variants that begin with this
	AI      bool          // only where an AI is waited for
	Idle    time.Duration // only where nothing has happened for so long

	Offset, Limit int // of those that fit
}

// MaxListed is how many rooms of each list of the store are looked at, unless all are.
const MaxListed = 2000

// Page is some rooms of a list.
type Page struct {
	Rooms []Summary `json:"rooms"`
	More  bool      `json:"more"` // there are further ones
	Cut   bool      `json:"cut"`  // further ones were not even looked at
	Away  bool      `json:"away"` // a part of the store is, and its rooms are missing
}

// plain reports whether only lists are asked for, of which every room fits.
func (q *Query) plain() bool {
	return !q.All && q.Player == "" && q.Variant == "" && !q.AI && q.Idle == 0
}

func (q *Query) fits(sum *Summary, now time.Time) bool {
	named := q.Player == "" || slices.ContainsFunc(sum.Players[:], func(p Player) bool {
		return string(p.ID) == q.Player || strings.Contains(strings.ToLower(p.Name), strings.ToLower(q.Player))
	})
	return named && (q.Phase == "" || sum.Phase == q.Phase) && strings.HasPrefix(sum.Variant, q.Variant) &&
		(!q.AI || sum.AI != "") && (q.Idle == 0 || now.Sub(sum.Last) >= q.Idle)
}

// List returns the rooms that q asks for, those that play first, and of each list
// the latest first.
func List(ctx context.Context, store Store, q Query, now time.Time) (p Page, err error) {
	ids, cut, away, err := q.candidates(ctx, store)
	if err != nil {
		return p, err
	}
	p = Page{Rooms: []Summary{}, Cut: cut, Away: away}
	skip := q.Offset
	if q.plain() { // then there is no need to read them
		ids, skip = ids[min(skip, len(ids)):], 0
	}
	for _, id := range ids {
		if len(p.Rooms) == q.Limit && q.plain() {
			p.More = true
			return p, nil
		}
		sum, err := Look(ctx, store, id)
		switch {
		case errors.Is(err, storage.ErrNotFound):
			continue // it ended just now
		case err != nil:
			return p, err
		case sum.Damage == "" && !q.fits(&sum, now):
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

// candidates returns rooms that may fit, each once.
func (q *Query) candidates(ctx context.Context, store Store) (ids []room.ID, cut, away bool, err error) {
	if q.All {
		for id, err := range store.AllRooms(ctx) {
			if err != nil {
				return nil, false, false, err
			}
			ids = append(ids, id)
		}
		slices.Sort(ids)
		return slices.Compact(ids), false, false, nil
	}
	var lists []room.List
	if cmp.Or(q.Phase, room.PhasePlaying) == room.PhasePlaying {
		lists = append(lists, room.Playing, room.OpenPlaying)
	}
	if cmp.Or(q.Phase, room.PhaseWaiting) == room.PhaseWaiting {
		lists = append(lists, room.Waiting, room.OpenWaiting)
	}
	for _, list := range lists {
		some, err := store.Rooms(ctx, list, MaxListed)
		if storage.IgnorePartial(err) != nil {
			return nil, false, false, err
		}
		cut, away = cut || len(some) == MaxListed, away || err != nil
		ids = append(ids, some...)
	}
	return ids, cut, away, nil
}

// End closes a room for its operator, with a reason of theirs that may be empty. It
// returns the number of the entry that says so. A refusal is a *room.Refusal.
func End(ctx context.Context, door play.Executor, id room.ID, note string, command string) (n uint64, err error) {
	if !id.Valid() {
		return 0, fmt.Errorf("%w: %q is no room's name", storage.ErrNotFound, id)
	}
	r, err := play.Open(ctx, door.Log, id)
	if err != nil {
		return 0, err
	}
	return door.Play(ctx, r, room.Command{ID: command, By: room.Operator, Seen: r.N(), Do: room.Close{Note: note}})
}
