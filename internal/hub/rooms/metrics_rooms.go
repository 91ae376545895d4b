package rooms

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
)

var (
	roomsOpen   = prometheus.NewDesc("quatre_hub_rooms_open", "Rooms with at least one socket on this hub.", []string{"kind", "phase"}, nil)
	socketsOpen = prometheus.NewDesc("quatre_hub_sockets_open", "Websockets in a room, of its players and of spectators.", []string{"role"}, nil)
)

// roomLabels are the labels of the metric of open rooms.
type roomLabels struct {
	kind  string
	phase room.Phase
}

var (
	kinds  = []string{"human-human", "human-ai", "ai-ai", "self", "imported"}
	phases = []room.Phase{room.PhaseWaiting, room.PhasePlaying, room.PhaseFinished, room.PhaseClosed}
)

// kindOf returns who plays whom in a room, one of kinds.
func kindOf(s *room.State) string {
	switch {
	case s.Imported:
		return "imported"
	case s.BothAI():
		return "ai-ai"
	case s.Players[0].IsAI() || s.Players[1].IsAI():
		return "human-ai"
	case s.Self():
		return "self"
	default:
		return "human-human"
	}
}

// collectOpen counts the open rooms and their sockets whenever the metrics are read.
func (rs *Rooms) collectOpen(ch chan<- prometheus.Metric) {
	rooms := map[roomLabels]int{}
	for _, kind := range kinds {
		for _, phase := range phases {
			rooms[roomLabels{kind, phase}] = 0
		}
	}
	players, spectators := 0, 0
	for _, r := range rs.registry.all() {
		if s := r.replica.State(); s.Phase != room.PhaseNone { // a room that could not be read has no phase
			rooms[roomLabels{kindOf(s), s.Phase}]++
		}
		p, s := r.count()
		players, spectators = players+p, spectators+s
	}
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	for labels, n := range rooms {
		gauge(roomsOpen, n, labels.kind, string(labels.phase))
	}
	gauge(socketsOpen, players, "player")
	gauge(socketsOpen, spectators, "spectator")
}
