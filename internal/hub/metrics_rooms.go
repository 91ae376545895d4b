package hub

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storemetrics"
)

// holdings counts, at each scrape, the rooms and sockets of a hub. That costs a
// scrape some 200 ns for each room and socket, and a move nothing.
type holdings struct {
	hub            *Hub
	rooms, sockets *prometheus.Desc
}

// roomLabels is what rooms are counted by.
type roomLabels struct {
	game, kind string
	phase      room.Phase
}

var phases = []room.Phase{room.PhaseWaiting, room.PhasePlaying, room.PhaseFinished, room.PhaseClosed}

func newHoldings(h *Hub) *holdings {
	return &holdings{
		hub: h,
		rooms: prometheus.NewDesc("quatre_hub_rooms_open", "Rooms that somebody watches through this hub.",
			[]string{"game", "kind", "phase"}, nil),
		sockets: prometheus.NewDesc("quatre_hub_sockets_open", "Websockets in a room, of those who play in it and those who do not.",
			[]string{"role"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *holdings) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.rooms
	ch <- c.sockets
}

// Collect implements prometheus.Collector.
func (c *holdings) Collect(ch chan<- prometheus.Metric) {
	rooms := map[roomLabels]int{}
	for _, game := range storemetrics.Games() {
		for _, kind := range storemetrics.Kinds {
			for _, phase := range phases {
				rooms[roomLabels{game, kind, phase}] = 0
			}
		}
	}
	players, spectators := 0, 0
	for _, l := range c.hub.rooms.all() {
		l.replica.View(func(s *room.State) {
			if s.Phase != room.PhaseNone { // it could not be read
				rooms[roomLabels{storemetrics.Game(s), storemetrics.Kind(s), s.Phase}]++
			}
		})
		p, s := l.count()
		players, spectators = players+p, spectators+s
	}
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	for r, n := range rooms {
		gauge(c.rooms, n, r.game, r.kind, string(r.phase))
	}
	gauge(c.sockets, players, "player")
	gauge(c.sockets, spectators, "spectator")
}

// count returns how many sockets play here, and how many watch.
func (l *live) count() (players, spectators int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		if c.seats == [2]bool{} {
			spectators++
		} else {
			players++
		}
	}
	return players, spectators
}
