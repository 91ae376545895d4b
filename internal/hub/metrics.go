package hub

import (
	"errors"
	"strconv"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storemetrics"
)

// metrics are what operators see of a hub. docs/metrics.md describes them. What a
// move touches was resolved beforehand: a move costs two observations and a few
// additions.
type metrics struct {
	epoch time.Time // from which stamps count

	opened    prometheus.Counter
	closed    *prometheus.CounterVec // by close code
	commands  *prometheus.CounterVec // by type
	acked     map[string]prometheus.Counter
	refusals  *prometheus.CounterVec // by code
	entries   prometheus.Counter
	broken    prometheus.Counter
	gaps      prometheus.Counter
	repairs   *prometheus.CounterVec // by result
	panics    prometheus.Counter
	swept     prometheus.Counter
	forgotten prometheus.Counter
	analyses  *prometheus.CounterVec // by how they were answered
	resumes   *prometheus.CounterVec // by result
	replayed  prometheus.Histogram
	trips     prometheus.Histogram

	plays [2][3]prometheus.Observer // of moves and others; by result
	sent  [2]prometheus.Observer    // of moves that came in here and elsewhere
}

// commandTypes are the values of the label type.
var commandTypes = []string{
	"move", "sit", "invite", "name", "offer", "accept", "decline", "handover", "take", "resign", "claim", "rematch", "emote", "pace",
	"create", "import", "other",
}

func newMetrics(reg prometheus.Registerer, h *Hub) *metrics {
	m := &metrics{
		epoch:     time.Now(),
		opened:    storemetrics.NewCounter(reg, "quatre_hub_sockets_opened_total", "Websockets opened in a room."),
		closed:    storemetrics.NewCounters(reg, "quatre_hub_sockets_closed_total", "Websockets ended, or refused once open, by close code; 1006 ended without one.", "code", closeCodes...),
		commands:  storemetrics.NewCounters(reg, "quatre_hub_commands_total", "Commands acknowledged, by type, those sent again included.", "type", commandTypes...),
		acked:     map[string]prometheus.Counter{},
		refusals:  storemetrics.NewCounters(reg, "quatre_hub_refusals_total", "Requests, sockets and commands refused, by code.", "code", refusalCodes...),
		entries:   storemetrics.NewCounter(reg, "quatre_hub_entries_encoded_total", "Log entries encoded for sockets, once for all of a room that are at the same place."),
		broken:    storemetrics.NewCounter(reg, "quatre_hub_watches_interrupted_total", "Times that a room was read on because notifications may have been lost."),
		gaps:      storemetrics.NewCounter(reg, "quatre_hub_notice_gaps_total", "Notifications that did not follow what the hub had of the room, which was read on."),
		repairs:   storemetrics.NewCounters(reg, "quatre_hub_repairs_total", "Rooms read on, by what that has brought.", "result", "nothing", "entries", "rewound", "failed"),
		panics:    storemetrics.NewCounter(reg, "quatre_hub_panics_total", "Panics survived: mistakes of this program, each in the log with its stack."),
		forgotten: storemetrics.NewCounter(reg, "quatre_hub_games_forgotten_total", "Records of finished games that were kept long enough and removed."),
		swept:     storemetrics.NewCounter(reg, "quatre_hub_rooms_swept_total", "Rooms whose deadline had passed and was dealt with."),
		analyses: storemetrics.NewCounters(reg, "quatre_hub_analyses_total", "Requests for an analysis answered: over (the game is), cached, computed, partial, nothing (yet), gone (the client).",
			"answer", "over", "cached", "computed", "partial", "nothing", "gone"),
		resumes: storemetrics.NewCounters(reg, "quatre_hub_resumes_total", "Sockets that came back with a place in the log, by what became of it.",
			"result", "continued", "resynced", "gone", "failed"),
		replayed: newHistogram(reg, "resume_entries", "Entries given to a socket that came back and went on.", []float64{0, 1, 2, 5, 10, 20, 50, 100, 500, 5000}),
		trips: newHistogram(reg, "round_trip_seconds", "Time from a ping of a socket to its answer.",
			[]float64{0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5}),
	}
	for _, t := range commandTypes {
		m.acked[t] = m.commands.WithLabelValues(t)
	}
	plays := prometheus.NewHistogramVec(storemetrics.Native("quatre_hub_play_seconds",
		"Time from a decoded command to its entry stored, or to knowing why not.", storemetrics.Latencies), []string{"command", "result"})
	sent := prometheus.NewHistogramVec(storemetrics.Native("quatre_hub_move_sent_seconds",
		"Time from a move's decoded frame, or its entry's time if it came in elsewhere, to the move written to the opponent's socket.",
		storemetrics.Latencies), []string{"origin"})
	for i, command := range []string{"move", "other"} {
		for j, result := range []string{"stored", "refused", "failed"} {
			m.plays[i][j] = plays.WithLabelValues(command, result)
		}
	}
	m.sent = [2]prometheus.Observer{sent.WithLabelValues("here"), sent.WithLabelValues("elsewhere")}
	reg.MustRegister(plays, sent, newHoldings(h), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_store_up", Help: "1 if the store answered last, in one of its shards at least, else 0.",
	}, func() float64 {
		if h.storeUp() {
			return 1
		}
		return 0
	}), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_store_shards_away", Help: "Shards of the store that did not answer last. Each is away by itself on a Cluster; elsewhere there is one.",
	}, func() float64 { return float64(h.shardsAway()) }), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_sockets_limit", Help: "Websockets that may be open at once; 0: any number.",
	}, func() float64 { return float64(max(0, h.guard.limits.Sockets)) }))
	return m
}

func newHistogram(reg prometheus.Registerer, name, help string, buckets []float64) prometheus.Histogram {
	c := prometheus.NewHistogram(storemetrics.Native("quatre_hub_"+name, help, buckets))
	reg.MustRegister(c)
	return c
}

// closeCodes are the values of the label code of sockets that are in use: those
// of RFC 6455 and this protocol's own.
var closeCodes = func() []string {
	codes := []string{"other"}
	for _, c := range []websocket.StatusCode{
		websocket.StatusNormalClosure, websocket.StatusGoingAway, websocket.StatusNoStatusRcvd, websocket.StatusAbnormalClosure,
		websocket.StatusPolicyViolation, websocket.StatusMessageTooBig, websocket.StatusInternalError, websocket.StatusServiceRestart,
		websocket.StatusTryAgainLater, closeReplaced, closeSlow, closeMalformed, closeNoRoom, closeTooMany, closeOutdated,
	} {
		codes = append(codes, strconv.Itoa(int(c)))
	}
	return codes
}()

// countClosed counts a socket's end. A client may close with any of 4000 codes;
// those that neither it nor the hub should use are counted as one.
func (m *metrics) countClosed(code websocket.StatusCode) {
	label := "other"
	switch {
	case code == 1004 || code == 1014: // reserved, and a proxy's: the library knows neither
	case code >= websocket.StatusNormalClosure && code <= websocket.StatusTLSHandshake,
		code >= closeReplaced && code <= closeNoRoom, code == closeTooMany, code == closeOutdated:
		label = strconv.Itoa(int(code))
	}
	m.closed.WithLabelValues(label).Inc()
}

// acknowledged counts a command.
func (m *metrics) acknowledged(kind string) {
	c := m.acked[kind]
	if c == nil {
		c = m.acked["other"]
	}
	c.Inc()
}

// refusalCodes are the hub's own values of the label code of refusals; those of
// rooms are added as they occur.
var refusalCodes = func() []string {
	codes := []string{"handshake", "frame_too_large"}
	for _, f := range []failure{
		failMalformed, failBadRequest, failCrossOrigin, failNoRoom, failNoGame, failNoPath, failBadZone, failTooLarge, failBadImport,
		failTooMany, failNoWorker, failCrowded, failTooFast, failSockets, failRooms, failHubFull, failBodyTooLong, failStoreAway,
		failRewound, failTooNew, failInternal,
	} {
		codes = append(codes, f.Code)
	}
	return codes
}()

// played notes a command that was begun at start.
func (m *metrics) played(do room.Action, start time.Time, err error) {
	command, result := 1, 0
	if _, is := do.(room.Move); is {
		command = 0
	}
	if err != nil {
		result = 2
		var refusal *room.Refusal
		if errors.As(err, &refusal) {
			result = 1
		}
	}
	m.plays[command][result].Observe(time.Since(start).Seconds())
}

// joined notes that a socket which came back with a place in the log was not let
// in.
func (m *metrics) joined(after cursor, err error) {
	switch {
	case err == nil || after.n == 0:
	case errors.Is(err, storage.ErrNotFound):
		m.resumes.WithLabelValues("gone").Inc()
	default:
		m.resumes.WithLabelValues("failed").Inc()
	}
}

// resumed notes that a socket was let in, and whether its place is still there;
// then it lacks so many entries.
func (m *metrics) resumed(after cursor, there bool, missing int) {
	switch {
	case after.n == 0:
	case there:
		m.resumes.WithLabelValues("continued").Inc()
		m.replayed.Observe(float64(missing))
	default:
		m.resumes.WithLabelValues("resynced").Inc()
	}
}

// repaired notes that a room which had so many entries before was read on, and has
// so many now.
func (m *metrics) repaired(before, now uint64, err error) {
	result := "nothing"
	switch {
	case errors.Is(err, play.ErrRewound):
		result = "rewound"
	case err != nil:
		result = "failed"
	case now != before:
		result = "entries"
	}
	m.repairs.WithLabelValues(result).Inc()
}
