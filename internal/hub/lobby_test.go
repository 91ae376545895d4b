package hub

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// Limits of the lobby.
const (
	lobbyItems   = 50
	lobbyAtOnce  = 50
	lobbyRefresh = time.Second
	lobbyReread  = 5 * time.Second
)

// lobbyRoom is a room in the lobby.
type lobbyRoom struct {
	Room    room.ID        `json:"room"`
	Variant string         `json:"variant"`
	Players [2]room.Player `json:"players"`
	Clock   *room.Clock    `json:"clock,omitempty"`
	Since   int64          `json:"since"`
	Ply     int            `json:"ply"`
	Score   [2]int         `json:"score"`
	First   room.Seat      `json:"first"`
	Moves   string         `json:"moves"`

	Spectators int `json:"spectators"`
}

type lobbyAnswer struct {
	Waiting, Playing []lobbyRoom
	More             struct{ Waiting, Playing bool }
	wire.Failure
}

func (s *served) lobby() lobbyAnswer {
	s.t.Helper()
	return s.lobbyPages("1")
}

func (s *served) lobbyPages(pages string) (a lobbyAnswer) {
	s.t.Helper()
	if status := s.call("eve", "GET", "/api/lobby?pages="+pages, nil, &a); status != 200 {
		s.t.Fatalf("lobby: %d %+v", status, a)
	}
	return a
}

// lobbyUntil asks for the lobby until the answer satisfies wanted. Before it asks again, it moves
// the clock, so that the hub reads the rooms again.
func (s *served) lobbyUntil(clock *clocktest.Clock, wanted func(lobbyAnswer) bool) lobbyAnswer {
	s.t.Helper()
	ctx := hubtest.Context(s.t)
	for {
		a := s.lobby()
		if wanted(a) {
			return a
		}
		if ctx.Err() != nil {
			s.t.Fatalf("the lobby stays %+v", a)
		}
		clock.Add(lobbyReread)
	}
}

func TestLobbyShowsOpenRooms(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	s.create("bob") // by link only
	id := s.openWith("ana", hubtest.Object{"open": true, "name": "Ana", "variant": "connect4:6x5:4"})
	if a := s.lobby(); len(a.Waiting) != 0 || a.Playing == nil {
		t.Errorf("a room whose creator is not there: %+v", a)
	}
	ana := s.open("ana", id)
	a := s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Waiting) == 1 })
	if c := a.Waiting[0]; c.Room != id || c.Variant != "connect4:6x5:4" || c.Players[0].Name != "Ana" || c.Since == 0 {
		t.Errorf("the waiting room is %+v", c)
	}
	watch := s.openWith("carl", hubtest.Object{"id": "c2", "opponent": "watch", "levels": []string{"easy", "easy"}})
	s.open("bob", id).Must("sit", nil)
	ana.Follow(2)
	a = s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Playing) == 2 })
	if len(a.Waiting) != 0 || a.Playing[0].Room != id || a.Playing[1].Room != watch {
		t.Errorf("the lobby shows %+v", a)
	}
}

// The lobby has the moves of games to watch, so that a list can draw their boards.
func TestLobbyHasMoves(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	id := s.openWith("ana", hubtest.Object{"open": true, "variant": "force3", "starter": "other"})
	ana := s.open("ana", id)
	if a := s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Waiting) == 1 }); a.Waiting[0].First != 0 {
		t.Errorf("a room without a game: %+v", a.Waiting[0])
	}
	begun := s.openWith("carl", hubtest.Object{"id": "c5", "open": true, "variant": "force3", "position": "P1 P9"})
	s.open("carl", begun)
	a := s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Waiting) == 2 })
	if i := slices.IndexFunc(a.Waiting, func(o lobbyRoom) bool { return o.Room == begun }); i < 0 || a.Waiting[i].Moves != "P1 P9" || a.Waiting[i].First != 1 {
		t.Errorf("a room with a position: %+v", a.Waiting)
	}
	bob := s.open("bob", id)
	bob.Must("sit", nil)
	ana.Follow(2)
	bob.Must("move", hubtest.Object{"move": "P1"})
	ana.Follow(3)
	ana.Must("move", hubtest.Object{"move": "P9"})
	a = s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Playing) == 1 && a.Playing[0].Ply == 2 })
	if o := a.Playing[0]; o.First != 2 || o.Moves != "P1 P9" {
		t.Errorf("the room in play is %+v", o)
	}
}

// The lobby counts who watches a game now.
func TestLobbyCountsSpectators(t *testing.T) {
	clock, store := clocktest.New(), storetest.Open(t)
	s := serve(t, "hub", store, builtPage, withClock(clock))
	id := s.openWith("ana", hubtest.Object{"open": true})
	s.open("ana", id)
	eve := s.open("eve", id) // she does not count while the room waits
	s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Waiting) == 1 && a.Waiting[0].Spectators == 0 })
	s.open("bob", id).Must("sit", nil)
	watched := func(by int) func(lobbyAnswer) bool {
		return func(a lobbyAnswer) bool { return len(a.Playing) == 1 && a.Playing[0].Spectators == by }
	}
	s.lobbyUntil(clock, watched(1))
	s.open("dora", id)
	s.lobbyUntil(clock, watched(2))
	eve.Drop()
	s.lobbyUntil(clock, watched(1))
}

func TestLobbyLive(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	req, _ := http.NewRequestWithContext(hubtest.Context(t), "GET", s.url+"/api/lobby/live", nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	next := func() (a lobbyAnswer) {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &a); err != nil {
					t.Fatal(err)
				}
				return a
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return a
	}
	if a := next(); len(a.Playing) != 0 {
		t.Errorf("the first event shows %+v", a)
	}
	id := s.openWith("ana", hubtest.Object{"opponent": "watch", "levels": []string{"easy", "easy"}})
	if a := next(); len(a.Playing) != 1 || a.Playing[0].Room != id {
		t.Errorf("the event after a new room shows %+v", a)
	}
	s.stop()
	if lines.Scan(); lines.Scan() {
		t.Errorf("the hub has ended, the stream says %q", lines.Text())
	}
}

func (s *served) pair(player, id, variant string) (a struct {
	Room room.ID
	Seat string
	wire.Failure
},
) {
	s.t.Helper()
	s.call(player, "POST", "/api/pair", hubtest.Object{"id": id, "variant": variant}, &a)
	return a
}

func TestQuickPairing(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	const variant = "connect4:7x6:4"
	first := s.pair("ana", "p1", variant)
	if first.Seat != "mine" {
		t.Fatalf("the first pairing: %+v", first)
	}
	if again := s.pair("ana", "p1", variant); again.Room != first.Room || again.Seat != "mine" {
		t.Errorf("asked again: %+v", again)
	}
	clock.Add(time.Millisecond)
	second := s.pair("bob", "p1", variant)
	if second.Seat != "mine" || second.Room == first.Room {
		t.Errorf("a room whose creator is not there was offered: %+v", second)
	}
	ana, bob := s.open("ana", first.Room), s.open("bob", second.Room)
	ana.AwaitPresence(true, false, 0)
	bob.AwaitPresence(true, false, 0)
	clock.Add(lobbyRefresh)
	if a := s.pair("ana", "p1", variant); a.Room != first.Room {
		t.Errorf("the older room must stay: %+v", a)
	}
	if b := s.pair("bob", "p1", variant); b.Room != first.Room || b.Seat != "open" {
		t.Errorf("the younger one must go: %+v", b)
	}
	if c := s.pair("carl", "p1", "connect4:6x5:4"); c.Seat != "mine" {
		t.Errorf("another board: %+v", c)
	}
	advised := s.openWith("eve", hubtest.Object{"open": true, "advice": "1"})
	s.open("eve", advised).AwaitPresence(true, false, 0)
	clock.Add(lobbyRefresh)
	if d := s.pair("dan", "p9", variant); d.Room == advised {
		t.Errorf("a room with advice: %+v", d)
	}
	begun := s.openWith("eve", hubtest.Object{"id": "c7", "open": true, "position": "4"})
	s.open("eve", begun).AwaitPresence(true, false, 0)
	clock.Add(lobbyRefresh)
	if d := s.pair("dan", "p8", variant); d.Room == begun {
		t.Errorf("a room with a position: %+v", d)
	}
	s.open("bob", first.Room).Must("sit", nil)
	if a := s.pair("ana", "p1", variant); a.Room != first.Room || a.Seat != "mine" {
		t.Errorf("in a game: %+v", a)
	}
	if bad := s.pair("ana", "p2", "chess"); bad.Code != "unknown_variant" {
		t.Errorf("an unknown variant: %+v", bad)
	}
}

// Rooms whose owner has left do not hide a room whose owner waits.
func TestLobbyLooksPastEmptyRooms(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock))
	id := s.openWith("ana", hubtest.Object{"open": true})
	s.open("ana", id).AwaitPresence(true, false, 0)
	for i := range 3 * lobbyItems {
		clock.Add(time.Millisecond)
		s.openWith("eve", hubtest.Object{"id": fmt.Sprint("e", i), "open": true})
	}
	if a := s.lobby(); len(a.Waiting) != 1 || a.Waiting[0].Room != id {
		t.Errorf("%d rooms wait", len(a.Waiting))
	}
	clock.Add(lobbyRefresh)
	if b := s.pair("bob", "p1", "connect4:7x6:4"); b.Room != id || b.Seat != "open" {
		t.Errorf("paired with %+v", b)
	}
}

// barrierStore is a store whose Present returns only when lobbyAtOnce calls wait, or when every
// room has been asked about.
type barrierStore struct {
	storage.Store
	rooms int // the number of rooms about which the lobby asks

	mu             sync.Mutex
	asked, waiting int
	most           int
	released       chan struct{}
}

func (c *barrierStore) Present(ctx context.Context, id room.ID) (storage.RoomPresence, error) {
	c.mu.Lock()
	if c.waiting == 0 {
		c.released = make(chan struct{})
	}
	c.asked++
	c.waiting++
	c.most = max(c.most, c.waiting)
	released := c.released
	if c.waiting == lobbyAtOnce || c.asked == c.rooms {
		c.waiting = 0
		close(released)
	}
	c.mu.Unlock()
	select {
	case <-released:
		return c.Store.Present(ctx, id)
	case <-ctx.Done():
		return storage.RoomPresence{}, ctx.Err()
	}
}

// The lobby reads lobbyAtOnce rooms at once.
func TestLobbyIsReadAtOnce(t *testing.T) {
	store := &barrierStore{Store: storetest.Open(t), rooms: 2*lobbyAtOnce + 7}
	s := serve(t, "hub", store, builtPage)
	for i := range store.rooms {
		s.openWith("ana", hubtest.Object{"id": fmt.Sprintf("r%d", i), "open": true})
	}
	s.lobby()
	if store.asked != store.rooms || store.most != lobbyAtOnce {
		t.Errorf("asked about %d rooms of %d, %d at once of %d", store.asked, store.rooms, store.most, lobbyAtOnce)
	}
}

// An address that opens many rooms does not push out the rooms of others.
func TestLobbyIsShared(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) {
		l.RoomsPerMinutePerPlayer, l.SocketsPerPlayer, l.OpenRoomsPerHourPerAddress = 0, 0, 70
	}))
	// A hub finds another address in the header of a proxy. Here fromStore announces one instead.
	other := &fromStore{Store: s.store, from: "another"}
	o := serve(t, "other", other, builtPage, withClock(clock))
	first := o.openWith("ana", hubtest.Object{"id": "first", "open": true})
	o.open("ana", first)
	clock.Add(time.Second)
	for i := range 60 {
		s.open("eve", s.openWith("eve", hubtest.Object{"id": fmt.Sprint(i), "open": true}))
	}
	for i := range 20 {
		s.openWith("eve", hubtest.Object{"id": fmt.Sprint("w", i), "opponent": "watch", "levels": []string{"easy", "easy"}, "open": i < 10})
	}
	a := s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Waiting) == 11 && len(a.Playing) == 10 })
	if a.Waiting[10].Room != first {
		t.Errorf("rooms that wait: %+v", a.Waiting)
	}
	if status, code := s.postFrom("127.0.0.1:1", "eve", "/api/rooms", `{"id":"z","variant":"tictactoe","opponent":"human","open":true}`); code != "too_fast" {
		t.Errorf("one more open room: %d %s", status, code)
	}
	if status, _ := s.postFrom("127.0.0.1:1", "eve", "/api/rooms", `{"id":"z","variant":"tictactoe","opponent":"human"}`); status != 201 {
		t.Errorf("a room by link: %d", status)
	}
	var pair struct{ Room room.ID }
	if s.call("bob", "POST", "/api/pair", hubtest.Object{"id": "p", "variant": "connect4:7x6:4"}, &pair); pair.Room != first {
		t.Errorf("bob is paired in %s, want %s", pair.Room, first)
	}
}

// A class behind one address sees all of its games, page by page. Each list says whether it is cut. A
// pupil who opens many rooms pushes out nobody.
func TestLobbyOfAClass(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) {
		l.RoomsPerMinutePerPlayer, l.SocketsPerPlayer = 0, 0
	}))
	for i := range 15 {
		pupil := fmt.Sprintf("pupil%d-", i)
		s.open(pupil, s.openWith(pupil, hubtest.Object{"opponent": "self", "open": true}))
	}
	for i := range 8 {
		pupil := fmt.Sprintf("pupil%d-", i)
		s.open(pupil, s.openWith(pupil, hubtest.Object{"id": "w", "open": true})).AwaitPresence(true, false, 0)
	}
	if a := s.lobbyUntil(clock, func(a lobbyAnswer) bool { return len(a.Waiting) == 8 && len(a.Playing) == 10 }); a.More.Waiting || !a.More.Playing {
		t.Errorf("more: %+v", a.More)
	}
	if a := s.lobbyPages("2"); len(a.Playing) != 15 || a.More.Playing {
		t.Errorf("two pages have %d games, more: %+v", len(a.Playing), a.More)
	}
	clock.Add(time.Second)
	for i := range 60 { // of one pupil, all of them newer
		s.open("greedy", s.openWith("greedy", hubtest.Object{"id": fmt.Sprint("g", i), "open": true}))
	}
	for pages, want := range map[string]int{"1": 10, "2": 20, "5": 50} {
		clock.Add(lobbyReread)
		a, owners := s.lobbyPages(pages), map[room.PlayerID]int{}
		for _, o := range a.Waiting {
			owners[o.Players[0].ID]++
		}
		if len(a.Waiting) != want || len(owners) != 9 || !a.More.Waiting {
			t.Errorf("%s pages have %d rooms of %d pupils, more: %+v", pages, len(a.Waiting), len(owners), a.More)
		}
	}
	for _, pages := range []string{"0", "6", "x", "-1"} {
		var f wire.Failure
		if status := s.call("eve", "GET", "/api/lobby?pages="+pages, nil, &f); status != http.StatusBadRequest {
			t.Errorf("%s pages: %d %+v", pages, status, f)
		}
	}
}

// fromStore announces presence as if it came from another address.
type fromStore struct {
	storage.Store
	from string
}

func (f *fromStore) Announce(ctx context.Context, id room.ID, holder string, p storage.RoomPresence) error {
	for i := range p.Seats {
		if p.Seats[i].Conn != "" {
			p.Seats[i].From = f.from
		}
	}
	return f.Store.Announce(ctx, id, holder, p)
}
