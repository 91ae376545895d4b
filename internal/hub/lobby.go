package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Limits of the lobby.
const (
	lobbyItems    = 50               // of each list
	lobbyScan     = 500              // rooms that are looked at for them, in each list
	lobbyAtOnce   = 50               // of these
	lobbyRefresh  = time.Second      // how old what is shown of who waits may be
	lobbyReread   = 5 * time.Second  // how old what is known of one room may be
	lobbyBeat     = 15 * time.Second // between signs of life to whoever watches it
	lobbyDeadline = 5 * time.Second  // to read it, and to write it to a watcher
	lobbyReading  = 2 * time.Second  // to read one room
)

// lobby is what everybody is shown of open rooms. It is read when somebody asks,
// at most once every lobbyRefresh for all of them.
type lobby struct {
	turn slots // one, for who reads; the rest is that one's
	open map[room.ID]*card
	at   time.Time // when it was read
	json []byte
}

// card is one open room.
type card struct {
	Room    room.ID        `json:"room"`
	Variant string         `json:"variant"`
	Players [2]room.Player `json:"players"`
	Clock   *room.Clock    `json:"clock,omitempty"`
	Since   int64          `json:"since"` // Unix milliseconds
	Ply     int            `json:"ply"`
	Score   [2]int         `json:"score"`

	replica *play.Replica
	owner   room.PlayerID
	phase   room.Phase
	advice  bool      // somebody is advised
	there   bool      // the owner is
	opened  int64     // Unix milliseconds
	read    time.Time // zero: not yet
}

// before orders rooms that wait by when they were opened.
func (c *card) before(o *card) bool {
	return c.opened < o.opened || c.opened == o.opened && c.Room < o.Room
}

// currentLobby returns the lobby as JSON.
func (h *Hub) currentLobby(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, lobbyDeadline)
	defer cancel()
	l := &h.lobby
	if !l.turn.take(ctx) {
		return nil, ctx.Err()
	}
	defer l.turn.free()
	if l.json != nil && h.cfg.Now().Sub(l.at) < lobbyRefresh {
		return l.json, nil
	}
	waiting, err := h.cards(ctx, room.OpenWaiting, lobbyItems, func(c *card) bool { return c.phase == room.PhaseWaiting && c.there })
	if err != nil {
		return nil, err
	}
	playing, err := h.cards(ctx, room.OpenPlaying, lobbyItems, func(c *card) bool { return c.phase == room.PhasePlaying })
	if err != nil {
		return nil, err
	}
	l.forget(h.cfg.Now())
	l.json, l.at = mustMarshal(map[string][]*card{"waiting": waiting, "playing": playing}), h.cfg.Now()
	return l.json, nil
}

// forget drops what has not been looked at lately.
func (l *lobby) forget(now time.Time) {
	maps.DeleteFunc(l.open, func(_ room.ID, c *card) bool { return now.Sub(c.read) > 2*lobbyReread })
}

// cards returns up to limit rooms of a list that fit, the latest first, of the
// latest lobbyScan. They are read lobbyAtOnce at a time, which a store may combine:
// one after another 500 take as many round trips. Of a store some of whose shards are
// away the others' rooms are there. It is the caller's turn.
func (h *Hub) cards(ctx context.Context, list room.List, limit int, fits func(*card) bool) ([]*card, error) {
	ids, err := h.cfg.Store.Rooms(ctx, list, lobbyScan)
	if storage.IgnorePartial(err) != nil {
		return nil, err
	}
	found := []*card{}
	for some := range slices.Chunk(ids, lobbyAtOnce) {
		cards, err := h.readCards(ctx, some, list == room.OpenWaiting)
		if err != nil {
			return nil, err
		}
		for _, c := range cards {
			if fits(c) {
				if found = append(found, c); len(found) == limit {
					return found, nil
				}
			}
		}
	}
	return found, nil
}

// readCards reads on in those of the rooms of which too little is known, all at once,
// and returns them in their order, without those that have just ended, are damaged or
// in a shard that has just gone away.
func (h *Hub) readCards(ctx context.Context, ids []room.ID, wait bool) ([]*card, error) {
	cards, errs := make([]*card, len(ids)), make([]error, len(ids))
	var reading sync.WaitGroup
	for i, id := range ids {
		c := h.lobby.open[id]
		if c == nil {
			c = &card{Room: id, replica: play.NewReplica(id)}
			h.lobby.open[id] = c
		}
		cards[i] = c
		maxAge := lobbyRefresh // whether a game begins is told soon, how it goes can wait
		if c.phase == room.PhasePlaying {
			maxAge = lobbyReread
		}
		if h.cfg.Now().Sub(c.read) >= maxAge {
			reading.Go(func() {
				defer h.caught(&errs[i])
				errs[i] = h.readCard(ctx, c, wait)
			})
		}
	}
	reading.Wait()
	var whole []*card
	var away error
	for i, c := range cards {
		switch {
		case storage.IsAway(errs[i]):
			away = errs[i]
		case errs[i] == nil:
			whole = append(whole, c)
		}
	}
	if away != nil && (len(whole) == 0 || len(h.shards) == 1) {
		return nil, away
	}
	return whole, nil
}

// readCard reads on in one room, and asks whether whoever opened it is there. Of
// a room that waits it is enough to know that its owner does not.
func (h *Hub) readCard(ctx context.Context, c *card, waits bool) error {
	ctx, cancel := context.WithTimeout(ctx, lobbyReading)
	defer cancel()
	here, err := h.cfg.Store.Present(ctx, c.Room)
	if err != nil {
		return err
	}
	c.there = here.Seats[0].Conn != ""
	if waits && !c.there {
		c.read = h.cfg.Now()
		return nil
	}
	if err := c.replica.Refresh(ctx, h.cfg.Store); err != nil && !errors.Is(err, play.ErrRewound) {
		return err
	}
	if c.replica.N() == 0 {
		return storage.ErrNotFound
	}
	c.replica.View(func(s *room.State) {
		c.opened = s.Opened.UnixMilli()
		c.Variant, c.Players, c.Clock, c.Score = s.Variant(), s.Players, s.Clock, s.Score
		c.Ply, c.owner, c.phase, c.advice = len(s.Moves), s.Owner, s.Phase, s.Advice != [2]bool{}
		c.Since = c.opened
		if s.Phase == room.PhasePlaying {
			c.Since = s.Started.UnixMilli()
		}
	})
	c.read = h.cfg.Now()
	return nil
}

func (h *Hub) serveLobby(w http.ResponseWriter, r *http.Request) {
	frame, err := h.currentLobby(r.Context())
	if err != nil {
		h.writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, json.RawMessage(frame))
}

// serveLobbyLive is the lobby as server-sent events, each of which is the whole of
// it.
func (h *Hub) serveLobbyLive(w http.ResponseWriter, r *http.Request) {
	if !h.admit() {
		h.writeError(w, errDraining)
		return
	}
	defer h.work.Done()
	closed := h.openSocket(w, r, identity(w, r).player(), "")
	if closed == nil {
		return
	}
	defer closed()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy must not collect them
	stream := http.NewResponseController(w)
	send := func(parts ...[]byte) bool {
		_ = stream.SetWriteDeadline(time.Now().Add(lobbyDeadline))
		_, err := w.Write(bytes.Join(parts, nil))
		return err == nil && stream.Flush() == nil
	}
	tick := time.NewTicker(lobbyRefresh)
	defer tick.Stop()
	var shown []byte
	for last := time.Now(); ; {
		frame, err := h.currentLobby(r.Context())
		switch {
		case err == nil && !bytes.Equal(frame, shown):
			if !send([]byte("data: "), frame, []byte("\n\n")) {
				return
			}
			shown, last = frame, time.Now()
		case time.Since(last) >= lobbyBeat:
			if !send([]byte(": alive\n\n")) {
				return
			}
			last = time.Now()
		}
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		case <-h.life.Done():
			return
		}
	}
}
