package storemetrics

import (
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
)

// other is the value of a label for everything that has no value of its own.
const other = "other"

var (
	gameNames = []string{"connect4", "tictactoe", "force3", other}
	endings   = []string{
		room.ReasonLine, room.ReasonDraw, room.ReasonResigned, room.ReasonAgreed, room.ReasonLeft, room.ReasonTime, other,
	}
)

// oneOf returns value if values has it, else other.
func oneOf(values []string, value string) string {
	if slices.Contains(values, value) {
		return value
	}
	return other
}

// games counts what happens in rooms.
type games struct{ moves, finished *prometheus.CounterVec }

func newGames(reg prometheus.Registerer) *games {
	g := &games{
		moves:    sharedCounters(reg, "quatre_moves_total", "Moves stored.", "game", "by"),
		finished: NewCounters(reg, "quatre_games_finished_total", "Games ended, by how.", "reason", endings...),
	}
	for _, game := range gameNames { // so that a rate includes the first event
		g.moves.WithLabelValues(game, "human")
		g.moves.WithLabelValues(game, "ai")
	}
	return g
}

// stored counts what entry e has changed. s is the state after e.
func (g *games) stored(s *room.State, e room.Entry) {
	if ev, is := e.Event.(room.Moved); is {
		by := "human"
		if ev.Seat.Valid() && s.Players[ev.Seat-1].IsAI() {
			by = "ai"
		}
		game, _, _ := strings.Cut(s.Variant(), ":")
		g.moves.WithLabelValues(oneOf(gameNames, game), by).Inc()
	}
	if s.Phase == room.PhaseFinished && s.End != nil && s.TurnN == e.N {
		g.finished.WithLabelValues(oneOf(endings, s.End.Reason)).Inc()
	}
}
