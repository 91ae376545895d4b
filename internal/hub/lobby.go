package hub

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Limits of the lobby.
const (
	lobbyItems    = 50               // of each list
	lobbyRefresh  = time.Second      // how old what is shown may be
	lobbyReread   = 5 * time.Second  // how old what is known of one room may be
	lobbyBeat     = 15 * time.Second // between signs of life to whoever watches it
	lobbyDeadline = 5 * time.Second  // to read it, and to write it to a watcher
)

// lobby is what everybody is shown of open rooms. It is read when somebody asks,
// at most once every lobbyRefresh for all of them.
type lobby struct {
	mu    sync.Mutex // held while it is read, so that one reads for all
	known map[room.ID]*card
	at    time.Time // when it was read
	frame []byte    // as JSON
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

	owner  room.PlayerID
	phase  room.Phase
	there  bool // the owner is
	read   time.Time
	opened int64 // Unix milliseconds
}

// before orders rooms that wait by when they were opened.
func (c *card) before(o *card) bool {
	return c.opened < o.opened || c.opened == o.opened && c.Room < o.Room
}

// current returns the lobby as JSON.
func (h *Hub) currentLobby(ctx context.Context) ([]byte, error) {
	l := &h.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.frame != nil && h.cfg.Now().Sub(l.at) < lobbyRefresh {
		return l.frame, nil
	}
	waiting, err := h.readLobby(ctx, room.OpenWaiting, room.PhaseWaiting)
	if err != nil {
		return nil, err
	}
	playing, err := h.readLobby(ctx, room.OpenPlaying, room.PhasePlaying)
	if err != nil {
		return nil, err
	}
	waiting = slices.DeleteFunc(waiting, func(c *card) bool { return !c.there })
	l.keep(waiting, playing)
	l.frame = mustMarshal(map[string][]*card{"waiting": waiting, "playing": playing})
	l.at = h.cfg.Now()
	return l.frame, nil
}

// keep forgets all other rooms.
func (l *lobby) keep(lists ...[]*card) {
	l.known = map[room.ID]*card{}
	for _, list := range lists {
		for _, c := range list {
			l.known[c.Room] = c
		}
	}
}

// readLobby returns the rooms of a list that are really in this phase, the
// latest first. The caller holds lobby.mu.
func (h *Hub) readLobby(ctx context.Context, list room.List, phase room.Phase) ([]*card, error) {
	ids, err := h.cfg.Store.Rooms(ctx, list, lobbyItems)
	if err != nil {
		return nil, err
	}
	cards := []*card{}
	for _, id := range ids {
		c := h.lobby.known[id]
		if c == nil || c.phase != phase || h.cfg.Now().Sub(c.read) >= lobbyReread {
			if c, err = h.readCard(ctx, id); err != nil {
				if room.IsAway(err) {
					return nil, err
				}
				continue // it ended just now, or is damaged
			}
		}
		if c.phase == phase {
			cards = append(cards, c)
		}
	}
	return cards, nil
}

// readCard reads one room, and whether whoever opened it is there.
func (h *Hub) readCard(ctx context.Context, id room.ID) (*card, error) {
	replica, err := room.Open(ctx, h.cfg.Store, id)
	if err != nil {
		return nil, err
	}
	// To announce nobody under a name of its own is to ask.
	here, err := h.cfg.Store.Announce(ctx, id, h.cfg.Name+"/lobby", room.Here{})
	if err != nil {
		return nil, err
	}
	c := &card{Room: id, there: here.Seats[0].Conn != "", read: h.cfg.Now()}
	entries, _ := replica.Since(0, "")
	c.opened = entries[0].At.UnixMilli()
	replica.View(func(s *room.State) {
		c.Variant, c.Players, c.Clock, c.Score = s.Variant(), s.Players, s.Clock, s.Score
		c.Ply, c.owner, c.phase = len(s.Moves), s.Owner, s.Phase
		c.Since = c.opened
		if s.Phase == room.PhasePlaying {
			c.Since = s.Started.UnixMilli()
		}
	})
	return c, nil
}

func (h *Hub) serveLobby(w http.ResponseWriter, r *http.Request) {
	frame, err := h.currentLobby(r.Context())
	if err != nil {
		h.writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(frame)
}

// serveLobbyLive is the lobby as server-sent events, each of which is the whole of
// it.
func (h *Hub) serveLobbyLive(w http.ResponseWriter, r *http.Request) {
	if !h.admit() {
		h.writeFailure(w, h.failureOf(errDraining))
		return
	}
	defer h.work.Done()
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
		ctx, cancel := context.WithTimeout(r.Context(), lobbyDeadline)
		frame, err := h.currentLobby(ctx)
		cancel()
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
