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

// Kinds are the kinds of rooms: who plays whom.
var Kinds = []string{"human-human", "human-ai", "ai-ai", "self", "imported"}

// Games returns the names of games that metrics use.
func Games() []string { return gameNames }

// Game returns the game of a room, one of Games.
func Game(s *room.State) string { return gameNames[gameIndex(s)] }

// gameIndex returns the index of a room's game in gameNames.
func gameIndex(s *room.State) int {
	name, _, _ := strings.Cut(s.Variant(), ":")
	return indexOf(gameNames, name)
}

// Kind returns the kind of a room, one of Kinds.
func Kind(s *room.State) string {
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

// indexOf returns the index of value. If values lacks it, indexOf returns the last index, of other.
func indexOf(values []string, value string) int {
	if i := slices.Index(values, value); i >= 0 {
		return i
	}
	return len(values) - 1
}

// games counts what happens in rooms.
type games struct {
	moves    [][2]prometheus.Counter // by game: moves of people, and moves of AIs
	finished *prometheus.CounterVec
}

func newGames(reg prometheus.Registerer) *games {
	vec := func(name, help string, labels ...string) *prometheus.CounterVec {
		return Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels))
	}
	g := &games{
		finished: vec("quatre_games_finished_total", "Games ended, by how.", "game", "kind", "reason"),
	}
	moves := vec("quatre_moves_total", "Moves stored.", "game", "by")
	for _, game := range gameNames {
		g.moves = append(g.moves, [2]prometheus.Counter{moves.WithLabelValues(game, "human"), moves.WithLabelValues(game, "ai")})
	}
	for _, game := range gameNames[:len(gameNames)-1] {
		for _, kind := range Kinds[:4] {
			for _, reason := range endings[:len(endings)-1] {
				g.finished.WithLabelValues(game, kind, reason)
			}
		}
	}
	return g
}

// stored counts what entry e has changed. s is the state after e.
func (g *games) stored(s *room.State, e room.Entry) {
	if ev, is := e.Event.(room.Moved); is {
		by := 0
		if ev.Seat.Valid() && s.Players[ev.Seat-1].IsAI() {
			by = 1
		}
		g.moves[gameIndex(s)][by].Inc()
	}
	if s.Phase == room.PhaseFinished && s.End != nil && s.TurnN == e.N {
		g.finished.WithLabelValues(Game(s), Kind(s), endings[indexOf(endings, s.End.Reason)]).Inc()
	}
}
