package hub

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// gauges reads a hub's metrics: gauges, counters and histograms.
type gauges struct {
	t   *testing.T
	reg *prometheus.Registry
}

func serveMeasured(t *testing.T, name string, store storage.Store) (*served, gauges) {
	reg := prometheus.NewRegistry()
	return serve(t, name, store, builtPage, func(c *Config) { c.Registry = reg }), gauges{t, reg}
}

// value returns the value of a counter or gauge, or the number of observations of a
// histogram. labels are the values of the series' labels, in the order of their names.
func (g gauges) value(name string, labels ...string) (v float64) {
	g.t.Helper()
	families, err := g.reg.Gather()
	if err != nil {
		g.t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			var got []string
			for _, l := range m.GetLabel() {
				got = append(got, l.GetValue())
			}
			if strings.Join(got, " ") == strings.Join(labels, " ") {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	g.t.Fatalf("there is no %s%v", name, labels)
	return 0
}

func (g gauges) want(want float64, name string, labels ...string) {
	g.t.Helper()
	if got := g.value(name, labels...); got != want {
		g.t.Errorf("%s%v is %v, want %v", name, labels, got, want)
	}
}

// awaitValue waits until a metric has the value want, because the hub counts after it has answered.
func (g gauges) awaitValue(want float64, name string, labels ...string) {
	g.t.Helper()
	for ctx := hubtest.Context(g.t); g.value(name, labels...) != want; {
		if ctx.Err() != nil {
			g.t.Fatalf("%s%v is %v, and does not become %v", name, labels, g.value(name, labels...), want)
		}
	}
}

func TestMetricsOfAGame(t *testing.T) {
	s, g := serveMeasured(t, "hub", storetest.Open(t))
	id := s.create("ana")
	ana := s.open("ana", id)
	g.want(1, "quatre_hub_rooms_open", "human-human", "waiting")
	ben := s.open("ben", id)
	ben.Must("sit", nil)
	cal := s.open("cal", id)
	ana.AwaitPresence(true, true, 1)
	g.want(1, "quatre_hub_rooms_open", "human-human", "playing")
	g.want(2, "quatre_hub_sockets_open", "player")
	g.want(1, "quatre_hub_sockets_open", "spectator")

	players := []*hubtest.Client{ana, ben}
	for i := range 7 {
		ana.Follow(2 + i)
		ben.Follow(2 + i)
		players[i%2].Must("move", hubtest.Object{"move": []string{"1", "2"}[i%2]})
	}
	ben.Follow(9)
	cal.Follow(9)
	ben.Refused("game_over", "move", hubtest.Object{"move": "3"})
	g.awaitValue(7, "quatre_hub_move_sent_seconds", "here") // to the opponent alone, once each
	g.want(0, "quatre_hub_move_sent_seconds", "elsewhere")
	g.want(7, "quatre_hub_play_seconds", "move", "stored")
	g.want(1, "quatre_hub_play_seconds", "move", "refused")
	g.want(1, "quatre_hub_play_seconds", "other", "stored")
	g.want(1, "quatre_hub_refusals_total", "game_over")
	g.want(7, "quatre_moves_total", "human", "connect4")
	g.want(1, "quatre_games_finished_total", "line")
	if n := g.value("quatre_store_operation_seconds", "commit"); n < 9 {
		t.Errorf("%v commits for 9 entries", n)
	}
	g.want(1, "quatre_hub_store_up")
	g.want(0, "quatre_panics_total", "hub")

	cal.Goodbye()
	g.awaitValue(0, "quatre_hub_sockets_open", "spectator")
	g.awaitValue(1, "quatre_hub_sockets_closed_total", "1000")
}

// A move that another hub has stored is measured from the time of its entry.
func TestMetricsOfTwoHubs(t *testing.T) {
	store := storetest.Open(t)
	one, ofOne := serveMeasured(t, "one", store)
	two, ofTwo := serveMeasured(t, "two", store)
	id := one.create("ana")
	ana, ben := one.open("ana", id), two.open("ben", id)
	ben.Must("sit", nil)
	ana.Follow(2)
	ana.Must("move", hubtest.Object{"move": "4"})
	ben.Follow(3)
	ofTwo.awaitValue(1, "quatre_hub_move_sent_seconds", "elsewhere")
	ofOne.want(0, "quatre_hub_move_sent_seconds", "here")
	ofTwo.want(0, "quatre_hub_move_sent_seconds", "here")
	ofOne.want(1, "quatre_moves_total", "human", "connect4")
	ofTwo.want(0, "quatre_moves_total", "human", "connect4")

	// Moves from before a socket came are not measured for it.
	late := two.resume("ben", id, ben.Entries[:1])
	late.Must("emote", hubtest.Object{"emote": "hello"})
	ofTwo.want(1, "quatre_hub_move_sent_seconds", "elsewhere")
}

func TestMetricsOfResumes(t *testing.T) {
	s, g := serveMeasured(t, "hub", storetest.Open(t))
	id := s.create("ana")
	ana := s.open("ana", id)
	ana.Must("name", hubtest.Object{"name": "Ana", "seat": 1})
	ana.Must("name", hubtest.Object{"name": "Anna", "seat": 1})
	g.want(0, "quatre_hub_resumes_total", "continued") // a client that comes for the first time does not resume

	s.resume("ana", id, ana.Entries[:1])
	g.want(1, "quatre_hub_resumes_total", "continued")

	if _, err := s.dial("ana", id, "after=2&digest=0123456789abcdef"); err != nil {
		t.Fatal(err)
	}
	g.awaitValue(1, "quatre_hub_resumes_total", "resynced")

	ws, err := s.dial("ana", "nosuchroom", "after=2&digest=0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	hubtest.NewClient(t, hubtest.Websocket(ws), "").Closed(wire.CloseNoRoom)
	g.awaitValue(1, "quatre_hub_resumes_total", "gone")
	g.awaitValue(1, "quatre_hub_sockets_closed_total", "4004")
	g.want(0, "quatre_hub_resumes_total", "failed")
}

// awayStore is a store whose Watch fails while it is away.
type awayStore struct {
	storage.Store
	away atomic.Bool
	tell atomic.Pointer[func(storage.Notice)] // the last watch
}

func (s *awayStore) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	if s.away.Load() {
		return nil, storage.ErrUnavailable
	}
	s.tell.Store(&tell)
	return s.Store.Watch(ctx, id, tell)
}

func TestMetricsOfFailures(t *testing.T) {
	store := &awayStore{Store: storetest.Open(t)}
	s, g := serveMeasured(t, "hub", store)
	id := s.create("ana")
	store.away.Store(true)
	ws, err := s.dial("ana", id, "after=1&digest=0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	hubtest.NewClient(t, hubtest.Websocket(ws), "").Closed(wire.CloseTryAgainLater)
	g.awaitValue(1, "quatre_hub_resumes_total", "failed")

	// First notices are lost. Then a notice has an entry that does not follow the last one.
	store.away.Store(false)
	ana := s.open("ana", id)
	tell := *store.tell.Load()
	tell(storage.Notice{Lost: true})
	g.awaitValue(1, "quatre_hub_repairs_total", "nothing")
	far, err := room.Seal("0123456789abcdef", 9, time.Now(), "ana", "x", room.Named{Seat: 1, Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	tell(storage.Notice{Entry: &far})
	g.awaitValue(2, "quatre_hub_repairs_total", "nothing")
	ana.Must("name", hubtest.Object{"name": "Ana", "seat": 1})
}
