package rooms

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
)

// metrics are the metrics of the rooms. docs/operate/metrics.md describes them. Label values that
// every move needs are looked up once.
type metrics struct {
	repairs *prometheus.CounterVec // by result
	resumes *prometheus.CounterVec // by result

	plays [2][3]prometheus.Observer // by command (0: moves, 1: all others) and by result

	sentHere, sentElsewhere prometheus.Observer // by where the move was received
}

func newMetrics(reg prometheus.Registerer, rs *Rooms) *metrics {
	m := &metrics{
		repairs: storemetrics.NewCounters(reg, "quatre_hub_repairs_total",
			"Rooms read again, by what was found.", "result", "nothing", "entries", "rewound", "failed"),
		resumes: storemetrics.NewCounters(reg, "quatre_hub_resumes_total",
			"Sockets that came back with a cursor, by what became of it.",
			"result", "continued", "resynced", "gone", "failed"),
	}
	reg.MustRegister(prometheus.CollectorFunc(rs.collectOpen))
	m.registerLatencies(reg)
	registerStoreGauges(reg, rs)
	return m
}

func (m *metrics) registerLatencies(reg prometheus.Registerer) {
	plays := prometheus.NewHistogramVec(storemetrics.Native("quatre_hub_play_seconds",
		"Time from a decoded command to its stored entry, its refusal or its failure.", storemetrics.Latencies), []string{"command", "result"})
	for i, command := range []string{"move", "other"} {
		for j, result := range []string{"stored", "refused", "failed"} {
			m.plays[i][j] = plays.WithLabelValues(command, result)
		}
	}
	sent := prometheus.NewHistogramVec(storemetrics.Native("quatre_hub_move_sent_seconds",
		"Time from a move's decoded frame, or from its entry's time if another process received it, "+
			"to the move written to the opponent's socket.",
		storemetrics.Latencies), []string{"origin"})
	m.sentHere, m.sentElsewhere = sent.WithLabelValues("here"), sent.WithLabelValues("elsewhere")
	reg.MustRegister(plays, sent)
}

func registerStoreGauges(reg prometheus.Registerer, rs *Rooms) {
	reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_store_up", Help: "1 if at least one shard of the store answered its last sweep, else 0.",
	}, func() float64 {
		if rs.StoreUp() {
			return 1
		}
		return 0
	}), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_store_shards_away",
		Help: "Shards of the store that did not answer their last sweep. " +
			"A Cluster has several; any other store has one.",
	}, func() float64 { return float64(rs.ShardsAway()) }))
}

// played notes a command that was received at the time start.
func (m *metrics) played(do room.Action, start time.Time, err error) {
	command, result := 1, 0
	if _, is := do.(room.Move); is {
		command = 0
	}
	if err != nil {
		result = 2
		if _, refused := errors.AsType[*room.Refusal](err); refused {
			result = 1
		}
	}
	m.plays[command][result].Observe(time.Since(start).Seconds())
}

// joined notes the error of a socket that came back with a cursor and was not let in.
func (m *metrics) joined(after Cursor, err error) {
	switch {
	case err == nil || after.N == 0:
	case errors.Is(err, storage.ErrNotFound), errors.Is(err, errNotAdmitted):
		m.resumes.WithLabelValues("gone").Inc()
	default:
		m.resumes.WithLabelValues("failed").Inc()
	}
}

// resumed notes that a socket was let in, and whether the log holds its cursor.
func (m *metrics) resumed(after Cursor, held bool) {
	switch {
	case after.N == 0:
	case held:
		m.resumes.WithLabelValues("continued").Inc()
	default:
		m.resumes.WithLabelValues("resynced").Inc()
	}
}

// repaired notes a repair of a room, with the room's last entry before and after it.
func (m *metrics) repaired(before, after uint64, err error) {
	result := "nothing"
	switch {
	case errors.Is(err, play.ErrRewound):
		result = "rewound"
	case err != nil:
		result = "failed"
	case after != before:
		result = "entries"
	}
	m.repairs.WithLabelValues(result).Inc()
}

// moveReceived is the last move that was received in a room, before it is stored. From it, moveSent measures how long a move
// takes to the opponent: from its decoded frame until each socket of the opponent has taken it or, if the connection is
// congested, has queued it. A move that another process has received is measured from its entry's time.
type moveReceived struct {
	by  room.PlayerID
	cmd string
	at  time.Time
}

// receive returns the present time. If c is a move, receive notes that it was received now.
func (r *Room) receive(c room.Command) time.Time {
	now := time.Now()
	if _, is := c.Do.(room.Move); is {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.lastMove = moveReceived{c.By, c.ID, now}
	}
	return now
}

// moveSent measures the opponent's first move among entries that were sent to v, if it was stored
// after v joined. The caller holds mu.
func (r *Room) moveSent(v *visitor, entries []room.Entry) {
	for _, e := range entries {
		move, is := e.Event.(room.Moved)
		if !is || e.N <= v.welcomed || !move.Seat.Valid() {
			continue
		}
		if seats := r.seatsOf(v); seats == [2]bool{} || seats[move.Seat-1] {
			continue
		}
		if e.Cmd == r.lastMove.cmd && e.By == r.lastMove.by {
			r.rooms.metrics.sentHere.Observe(time.Since(r.lastMove.at).Seconds())
		} else {
			r.rooms.metrics.sentElsewhere.Observe(max(0, r.rooms.cfg.Now().Sub(e.At)).Seconds())
		}
		return
	}
}

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
