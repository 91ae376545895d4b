package rooms

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storemetrics"
)

// openCollector counts the open rooms and their sockets whenever the metrics are read.
type openCollector struct {
	rs             *Rooms
	rooms, sockets *prometheus.Desc
}

// roomLabels are the labels of the metric of open rooms.
type roomLabels struct {
	game, kind string
	phase      room.Phase
}

var phases = []room.Phase{room.PhaseWaiting, room.PhasePlaying, room.PhaseFinished, room.PhaseClosed}

func newOpenCollector(rs *Rooms) *openCollector {
	return &openCollector{
		rs: rs,
		rooms: prometheus.NewDesc("quatre_hub_rooms_open", "Rooms with at least one socket on this hub.",
			[]string{"game", "kind", "phase"}, nil),
		sockets: prometheus.NewDesc("quatre_hub_sockets_open", "Websockets in a room, of its players and of spectators.",
			[]string{"role"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *openCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.rooms
	ch <- c.sockets
}

// Collect implements prometheus.Collector.
func (c *openCollector) Collect(ch chan<- prometheus.Metric) {
	rooms := zeroRooms()
	players, spectators := 0, 0
	for _, r := range c.rs.registry.all() {
		r.replica.View(func(s *room.State) {
			if s.Phase != room.PhaseNone { // a room that could not be read has no phase
				rooms[roomLabels{storemetrics.Game(s), storemetrics.Kind(s), s.Phase}]++
			}
		})
		p, s := r.count()
		players, spectators = players+p, spectators+s
	}
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	for labels, n := range rooms {
		gauge(c.rooms, n, labels.game, labels.kind, string(labels.phase))
	}
	gauge(c.sockets, players, "player")
	gauge(c.sockets, spectators, "spectator")
}

// zeroRooms has a zero for each combination of labels.
func zeroRooms() map[roomLabels]int {
	rooms := map[roomLabels]int{}
	for _, game := range storemetrics.Games() {
		for _, kind := range storemetrics.Kinds {
			for _, phase := range phases {
				rooms[roomLabels{game, kind, phase}] = 0
			}
		}
	}
	return rooms
}
