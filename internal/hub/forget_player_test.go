package hub

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/boltdb"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// Afterwards no key and no value of a store has the player's ID or name, while a hub runs. Games stay.
func TestForgottenPlayerIsNowhere(t *testing.T) {
	t.Run("Redis", func(t *testing.T) {
		redis := redistest.New(t)
		testForgotten(t, storetest.OpenRedis(t, redis.URL()), func() []byte { return redisContent(t, redis) }, func() {})
	})
	t.Run("File", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "quatre.db")
		db, err := boltdb.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		store, err := ledger.New(t.Context(), db, ledger.Options{})
		if err != nil {
			t.Fatal(err)
		}
		content := func() []byte { return fileContent(t, path) }
		testForgotten(t, store, content, func() {
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		})
	})
}

// testForgotten forgets ana. content returns all that the store has, if closed was called before.
func testForgotten(t *testing.T, store storage.Store, content func() []byte, closed func()) {
	const name = "Anaïs Quatremère"
	s := serve(t, "hub", store, builtPage)
	id := s.openWith("ana", hubtest.Object{"id": "a", "name": name, "open": true})
	ana, bob := s.open("ana", id), s.open("bob", id)
	bob.Must("sit", hubtest.Object{"name": "Bob"})
	hubtest.PlayOut("1212121", ana, bob)
	bob.Must("rematch", nil)
	ana.Follow(len(bob.Entries))
	ana.Must("rematch", nil)
	bob.Follow(len(ana.Entries))

	other, cleo, dan := s.openWith("cleo", hubtest.Object{"id": "b"}), (*hubtest.Client)(nil), (*hubtest.Client)(nil)
	cleo, dan = s.open("cleo", other), s.open("dan", other)
	dan.Must("sit", nil)
	guest := s.open("ana", other)
	guest.Must("challenge", hubtest.Object{"name": name}) // a seat for the next game
	cleo.Follow(len(guest.Entries))

	stays := s.openWith("cleo", hubtest.Object{"id": "c"})
	s.openWith("ana", hubtest.Object{"id": "d", "opponent": "ai:strong", "starter": "other", "name": name}) // its first move waits
	record, err := store.Game(t.Context(), room.GameID{Room: id, Game: 1})
	if err != nil {
		t.Fatal(err)
	}
	file, _ := s.export("ana", "")
	for importer, games := range map[string]string{"ana": strings.Replace(file, name, "Zoé", 1), "cleo": file} {
		if a, status := s.post(importer, games); status != http.StatusCreated || a.Known != 0 {
			t.Fatalf("%d %+v", status, a)
		}
	}
	question := analysis.Question{Variant: "tictactoe", Position: "a1"}
	if _, err := store.Ask(t.Context(), question, storage.Asker{Origin: "o", Player: playerOf("ana")}); err != nil {
		t.Fatal(err)
	}
	if n, err := storetest.Backlog(t.Context(), store); err != nil || n != 1 {
		t.Fatalf("%d jobs, %v", n, err)
	}

	var answer struct{ Rooms, Games int }
	if status := s.call("ana", "POST", "/api/me/forget", nil, &answer); status != 200 || answer.Rooms != 3 || answer.Games != 3 {
		t.Errorf("%d %+v", status, answer)
	}
	for _, c := range []*hubtest.Client{ana, bob, cleo, dan, guest} {
		c.Closed(wire.CloseNoRoom)
	}
	hubtest.Await(t, "the presence to end", func() bool {
		here, err := store.Present(t.Context(), id)
		return err == nil && here == storage.RoomPresence{}
	})
	s.open("cleo", stays)

	// The games can be listed, shown, replayed and exported.
	game, err := store.Game(t.Context(), record.ID())
	if err != nil || game.Players[0].Name != "" || game.Players[1] != record.Players[1] {
		t.Errorf("the game is %+v, %v", game, err)
	}
	if _, _, err := archive.Rebuild("x", "", game); err != nil {
		t.Errorf("the game cannot be replayed: %v", err)
	}
	var stats archive.Stats
	if s.call("bob", "GET", "/api/stats", nil, &stats); stats.Games != 1 || stats.Lost != 1 {
		t.Errorf("bob's statistics: %+v", stats)
	}
	for player, want := range map[string]int{"ana": 0, "bob": 1, "cleo": 1} {
		if games := s.gamesOf(player, "of=me"); len(games) != want {
			t.Errorf("%s has %d games", player, len(games))
		}
	}
	for _, format := range []string{"text", "json"} {
		file, _ := s.export("bob", "format="+format)
		if a, status := s.post("eve-"+format, file); status != http.StatusCreated || len(a.Games) != 1 {
			t.Errorf("bob's games as %s: %d %+v", format, status, a)
		}
	}

	s.stop()
	closed()
	all := content()
	for what, isThere := range map[string]bool{string(playerOf("ana")): false, name: false, string(playerOf("bob")): true, "Bob": true} {
		if bytes.Contains(all, []byte(what)) != isThere {
			t.Errorf("the store has %s: %v, want %v", what, !isThere, isThere)
		}
	}
}

// redisContent returns the snapshot that Redis makes of all that it has.
func redisContent(t *testing.T, redis *redistest.Server) []byte {
	t.Helper()
	var dir string
	for _, words := range [][]string{{"CONFIG", "SET", "rdbcompression", "no"}, {"SAVE"}, {"CONFIG", "GET", "dir"}} {
		reply, err := redis.Do(words...)
		if err != nil || strings.HasPrefix(reply, "-") {
			t.Fatalf("%v: %q, %v", words, reply, err)
		}
		dir = reply
	}
	content, err := os.ReadFile(filepath.Join(strings.Split(dir, "\r\n")[4], "dump.rdb"))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// fileContent returns all keys and values of a file.
func fileContent(t *testing.T, path string) (all []byte) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				all = append(append(all, k...), v...)
				return nil
			})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// walkingStore counts the walks of ForgetPlayer, each of which waits for over.
type walkingStore struct {
	storage.Store
	walks atomic.Int32
	over  chan struct{}
}

func (w *walkingStore) ForgetPlayer(context.Context, room.PlayerID) (int, int, error) {
	w.walks.Add(1)
	<-w.over
	return 0, 0, nil
}

// Many requests at once cost the hub one walk over the store, and an address has a few in an hour.
func TestForgettingIsLimited(t *testing.T) {
	store, clock := &walkingStore{Store: storetest.Open(t), over: make(chan struct{})}, clocktest.New()
	s := serve(t, "hub", store, builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.ForgetsPerHourPerAddress = 50 }))
	var asking sync.WaitGroup
	first := make(chan int, 1)
	go func() {
		status, _ := s.postFrom("198.51.100.1:1", "ana", "/api/me/forget", "")
		first <- status
	}()
	hubtest.Await(t, "the walk", func() bool { return store.walks.Load() == 1 })
	for i := range 20 {
		asking.Go(func() {
			if status, code := s.postFrom("198.51.100.2:1", "p"+string(rune('a'+i)), "/api/me/forget", ""); status != 429 || code != "too_fast" {
				t.Errorf("during a walk: %d %s", status, code)
			}
		})
	}
	asking.Wait()
	close(store.over)
	if status := <-first; status != 200 || store.walks.Load() != 1 {
		t.Errorf("%d, after %d walks", status, store.walks.Load())
	}
	granted := 0
	for range 100 {
		if status, _ := s.postFrom("203.0.113.9:1", "eve", "/api/me/forget", ""); status == 200 {
			granted++
		}
	}
	if granted != 50 {
		t.Errorf("an address is granted %d, want 50", granted)
	}
	clock.Add(time.Hour)
	if status, _ := s.postFrom("203.0.113.9:1", "eve", "/api/me/forget", ""); status != 200 {
		t.Errorf("an hour later: %d", status)
	}
}

// The browser loses the cookie, and only then. A browser without one has nothing to lose.
func TestForgettingTakesTheCookie(t *testing.T) {
	store := &hubtest.FailingStore{Store: storetest.Open(t)}
	s := serve(t, "hub", store, builtPage)
	ask := func(cookie, origin string) *http.Response {
		r := httptest.NewRequest("POST", "http://quatre.example/api/me/forget", nil)
		r.Header.Set("Origin", origin)
		if cookie != "" {
			r.AddCookie(&http.Cookie{Name: "quatre", Value: cookie})
		}
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, r)
		return w.Result()
	}
	known := strings.Repeat("k", 43)
	if got := ask(known, "https://evil.example"); got.StatusCode != 403 || len(got.Cookies()) != 0 {
		t.Errorf("another site: %d %v", got.StatusCode, got.Cookies())
	}
	store.Away.Store(true)
	if got := ask(known, "http://quatre.example"); got.StatusCode != 503 || len(got.Cookies()) != 0 {
		t.Errorf("the store is away: %d %v", got.StatusCode, got.Cookies())
	}
	store.Away.Store(false)
	for _, cookie := range []string{known, ""} {
		got := ask(cookie, "http://quatre.example")
		if all := got.Cookies(); got.StatusCode != 200 || len(all) != 1 || all[0].Name != "quatre" || all[0].MaxAge >= 0 || all[0].Value != "" || all[0].Path != "/" {
			t.Errorf("%d %v", got.StatusCode, all)
		}
	}
}
