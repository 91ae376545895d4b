package storemetrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
)

// Advice is the value of the label level for advice.
const Advice = "advice"

// lateAfter is how long after the end of its level's budget an AI's reply counts as late.
const lateAfter = 2 * time.Second

// maxOverdue is the greatest number of rooms with an overdue reply that are remembered.
const maxOverdue = 10_000

// Levels returns the values of the label level: the levels, the weakest first, then
// room.CustomLabel for all custom levels, then Advice.
func Levels() []string { return append(room.LevelNames(), room.CustomLabel, Advice) }

// turns counts the turns and replies of AIs.
type turns struct {
	late  *prometheus.CounterVec   // by level
	reply *prometheus.HistogramVec // by level

	mu      sync.Mutex
	overdue map[room.ID]time.Time // by room with an overdue reply: until when it counts as overdue
}

func newTurns(reg prometheus.Registerer) *turns {
	return &turns{
		late: NewCounters(reg, "quatre_ai_replies_late_total",
			"Replies of AIs that a person waited for longer than the level's budget and 2 s.", "level", Levels()...),
		reply: NewHistograms(reg, "quatre_ai_reply_seconds",
			"From the entry since which an AI was to reply to that of its reply, where a person waits.",
			[]float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 3, 5, 7, 10, 30}, "level"),
		overdue: map[room.ID]time.Time{},
	}
}

// stored counts entry e if it is a reply.
func (t *turns) stored(s *room.State, e room.Entry) {
	switch ev := e.Event.(type) {
	case room.Moved:
		if ev.Seat.Valid() && s.Players[ev.Seat-1].IsAI() && !s.BothAI() {
			level, err := room.SeatableLevel(s.Players[ev.Seat-1].Level, true)
			if err != nil {
				return
			}
			t.replied(level.Label(), level.Budget, time.Duration(ev.MS)*time.Millisecond)
		}
	case room.Advised:
		levels := room.Levels() // the strongest of them gives advice
		t.replied(Advice, levels[len(levels)-1].Budget, e.At.Sub(s.TurnAt))
	}
}

// replied counts a reply under the label. budget is the time budget of the level that replied.
func (t *turns) replied(label string, budget, took time.Duration) {
	t.reply.WithLabelValues(label).Observe(took.Seconds())
	if took > budget+lateAfter {
		t.late.WithLabelValues(label).Inc()
	}
}

// queuedBySweep notes a turn that a sweep has queued again at now, so that its reply is overdue.
// Where AI plays AI no person waits, and workers take these turns last.
func (t *turns) queuedBySweep(id room.ID, s *room.State, now time.Time) {
	reply, ok := s.ReplyOwed()
	if !ok {
		return
	}
	waited := now.Sub(s.ReplyAt())
	grace := reply.Level.Budget + room.AIGrace
	if waited < grace+room.StuckAfter || s.Unattended() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.overdue) < maxOverdue {
		t.overdue[id] = now.Add(grace + room.StuckAfter) // if the reply stays away, the next sweep comes earlier and sets this again
	}
}

// stuck returns the rooms whose reply is overdue at now.
func (t *turns) stuck(now time.Time) []room.ID {
	t.mu.Lock()
	defer t.mu.Unlock()
	var ids []room.ID
	for id, until := range t.overdue {
		if now.After(until) {
			delete(t.overdue, id)
			continue
		}
		ids = append(ids, id)
	}
	return ids
}
