package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Limits of the lobby.
const (
	lobbyItems       = 50              // the maximum number of rooms in a page of a list
	lobbyPages       = 5               // the maximum number of pages of each list that the lobby shows
	lobbyScan        = 1000            // the maximum number of rooms of each list that the lobby reads
	lobbyAtOnce      = 50              // the maximum number of rooms that the lobby reads at the same time
	lobbyRefresh     = time.Second     // the maximum age of the lobby
	lobbyReread      = 5 * time.Second // the maximum age of what is shown of a room in play
	lobbyTimeout     = 5 * time.Second // how long reading the lobby may take, and writing it to a client
	lobbyRoomTimeout = 2 * time.Second // how long reading one room may take

	// lobbyMoves is the maximum length in bytes of the moves of a game that the lobby sends.
	// Every game of Connect Four is shorter.
	lobbyMoves = 300
)

// lobby reads the open rooms when a client asks, at most once in lobbyRefresh for all clients
// together.
type lobby struct {
	store  Store
	record *telemetry.Recorder
	now    func() time.Time

	lock *semaphore.Weighted // of size 1: a mutex with a context; guards the fields below

	listings map[room.ID]*listing
	shown    [lobbyPages + 1]shownLobby // by the number of pages
}

// shownLobby is the lobby as JSON; nil: not read yet.
type shownLobby struct {
	json   []byte
	readAt time.Time
}

// listing is one open room.
type listing struct {
	Room    room.ID        `json:"room"`
	Variant string         `json:"variant"`
	Players [2]room.Player `json:"players"`
	Clock   *room.Clock    `json:"clock,omitempty"`
	Advice  bool           `json:"advice,omitempty"` // a seat has advice
	Since   int64          `json:"since"`            // Unix milliseconds
	Ply     int            `json:"ply"`
	Score   [2]int         `json:"score"`
	First   room.Seat      `json:"first,omitempty"` // only of a room in play or with a position
	Moves   string         `json:"moves,omitempty"` // likewise; empty if longer than lobbyMoves

	// Spectators is the number of spectators who are in a room in play now.
	Spectators int `json:"spectators,omitempty"`

	replica      *play.Replica
	owner        room.PlayerID
	phase        room.Phase
	position     bool // the games begin at a position
	admits       bool // spectators are admitted
	ownerPresent bool
	from         string // the address of a player who is present, as in storage.SeatConn
	empty        bool   // no player is present
	opened       int64  // Unix milliseconds
	readAt       time.Time
}

// waits reports whether the room waits for a second player and its owner is present.
func (l *listing) waits() bool { return l.phase == room.PhaseWaiting && l.ownerPresent }

// plays reports whether the room has a game that spectators can watch.
func (l *listing) plays() bool { return l.phase == room.PhasePlaying && l.admits }

// compare compares when two rooms were opened and, if at the same time, their IDs.
func (l *listing) compare(o *listing) int {
	return cmp.Or(cmp.Compare(l.opened, o.opened), cmp.Compare(l.Room, o.Room))
}

func newLobby(cfg Config) *lobby {
	return &lobby{
		store: cfg.Store, record: cfg.Record, now: cfg.Now,
		lock: semaphore.NewWeighted(1), listings: map[room.ID]*listing{},
	}
}

// current returns the first pages of both lists as JSON, and whether there are more.
func (l *lobby) current(ctx context.Context, pages int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, lobbyTimeout)
	defer cancel()
	if err := l.lock.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer l.lock.Release(1)
	shown := &l.shown[pages]
	if shown.json != nil && l.now().Sub(shown.readAt) < lobbyRefresh {
		return shown.json, nil
	}
	waiting, moreWaiting, err := l.find(ctx, room.OpenWaiting, pages, pages*lobbyItems, (*listing).waits)
	if err != nil {
		return nil, err
	}
	playing, morePlaying, err := l.find(ctx, room.OpenPlaying, pages, pages*lobbyItems, (*listing).plays)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(l.listings, func(_ room.ID, o *listing) bool { return l.now().Sub(o.readAt) > 2*lobbyReread })
	raw, err := json.Marshal(map[string]any{
		"waiting": waiting, "playing": playing, "more": map[string]bool{"waiting": moreWaiting, "playing": morePlaying},
	})
	if err != nil {
		return nil, err
	}
	*shown = shownLobby{raw, l.now()}
	return raw, nil
}

// partner returns the oldest waiting room for which fits returns true; empty if there is none.
func (l *lobby) partner(ctx context.Context, fits func(*listing) bool) (room.ID, error) {
	ctx, cancel := context.WithTimeout(ctx, lobbyTimeout)
	defer cancel()
	if err := l.lock.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer l.lock.Release(1)
	candidates, _, err := l.find(ctx, room.OpenWaiting, 1, lobbyScan, func(o *listing) bool {
		return o.waits() && fits(o)
	})
	if err != nil || len(candidates) == 0 {
		return "", err
	}
	return slices.MinFunc(candidates, (*listing).compare).Room, nil
}

// find returns up to limit rooms of a list for which fits returns true, the latest first, and whether
// there are more. It leaves out rooms beyond the limits of shares in a number of pages, and looks only
// at the latest lobbyScan rooms. If some shards of the store are away, it returns the rooms of the other shards.
func (l *lobby) find(ctx context.Context, list room.List, pages, limit int, fits func(*listing) bool) (found []*listing, more bool, err error) {
	ids, err := l.store.Rooms(ctx, list, lobbyScan)
	if storage.IgnorePartial(err) != nil {
		return nil, false, err
	}
	s := shares{pages: pages, chosen: []*listing{}, of: map[string][]*listing{}}
	for some := range slices.Chunk(ids, lobbyAtOnce) {
		read, err := l.readAll(ctx, some, list == room.OpenWaiting)
		if err != nil {
			return nil, false, err
		}
		for _, o := range read {
			switch {
			case !fits(o):
			case len(s.chosen) == limit:
				return s.chosen, true, nil
			case !s.take(o):
				more = true
			}
		}
	}
	return s.chosen, more, nil
}

// readAll reads rooms, all at the same time so that a store can combine the calls. It returns
// the rooms in order. It leaves out rooms that have just ended, are damaged, or are in a shard
// that has just gone away.
func (l *lobby) readAll(ctx context.Context, ids []room.ID, waiting bool) ([]*listing, error) {
	all, errs := make([]*listing, len(ids)), make([]error, len(ids))
	var reading errgroup.Group
	for i, id := range ids {
		o := l.listings[id]
		if o == nil {
			o = &listing{Room: id, replica: play.NewReplica(id)}
			l.listings[id] = o
		}
		all[i] = o
		if l.now().Sub(o.readAt) >= o.maxAge() {
			reading.Go(func() error {
				defer l.record.Catch(&errs[i])
				errs[i] = l.read(ctx, o, waiting)
				return nil
			})
		}
	}
	_ = reading.Wait()
	var good []*listing
	var away error
	for i, o := range all {
		switch {
		case storage.IsAway(errs[i]):
			away = errs[i]
		case errs[i] == nil:
			good = append(good, o)
		}
	}
	if away != nil && (len(good) == 0 || l.store.Shards() == 1) {
		return nil, away
	}
	return good, nil
}

// maxAge returns the time after which the lobby reads the room again. It reads a waiting room
// more often than a room in play, so that the beginning of a game shows soon.
func (l *listing) maxAge() time.Duration {
	if l.phase == room.PhasePlaying {
		return lobbyReread
	}
	return lobbyRefresh
}

// read updates a listing from the store. It does not read the log of a waiting room whose
// owner is absent, because the lobby does not show such a room.
func (l *lobby) read(ctx context.Context, o *listing, waiting bool) error {
	ctx, cancel := context.WithTimeout(ctx, lobbyRoomTimeout)
	defer cancel()
	here, err := l.store.Present(ctx, o.Room)
	if err != nil {
		return err
	}
	o.ownerPresent = here.Seats[0].Conn != ""
	o.empty = !o.ownerPresent && here.Seats[1].Conn == ""
	o.from = cmp.Or(here.Seats[0].From, here.Seats[1].From)
	if waiting && !o.ownerPresent {
		o.readAt = l.now()
		return nil
	}
	if err := o.replica.Refresh(ctx, l.store); err != nil && !errors.Is(err, play.ErrRewound) {
		return err
	}
	if o.replica.N() == 0 {
		return storage.ErrNotFound
	}
	o.update(o.replica.State())
	if o.Spectators = 0; o.phase == room.PhasePlaying {
		o.Spectators = here.Spectators
	}
	o.readAt = l.now()
	return nil
}

// update copies the fields that the lobby needs from the state of the room.
func (l *listing) update(s *room.State) {
	l.opened = s.Opened.UnixMilli()
	l.Variant, l.Players, l.Clock, l.Score = s.Variant(), s.Players, s.Clock, s.Score
	l.Ply, l.owner, l.phase, l.Advice = len(s.Moves), s.Owner, s.Phase, s.Advice != [2]bool{}
	l.admits, l.position = !s.NoSpectators, s.Given > 0
	l.Since = l.opened
	l.First, l.Moves = 0, ""
	if s.Phase == room.PhasePlaying {
		l.Since = s.Started.UnixMilli()
	}
	if s.Phase == room.PhasePlaying || l.position {
		l.First = s.First
		if moves := strings.Join(s.Moves, s.Game.Separator()); len(moves) <= lobbyMoves {
			l.Moves = moves
		}
	}
}
