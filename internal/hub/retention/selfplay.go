package retention

import (
	"context"
	"log/slog"
	"sync"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// selfPlayKept is how many games that one player played on both seats are kept: the
	// latest. A hub counts a player's games again after it has stored selfPlayStep more.
	selfPlayKept = 200
	selfPlayStep = 20

	// maxTrimming is how many players can wait for their games to be counted. A player who
	// finds no place tries again with the next game.
	maxTrimming = 1000

	// maxTrimmed is for how many players the hub remembers the games since the last count.
	maxTrimmed = 100_000
)

// SelfPlay removes the oldest games that a player played on both seats, because one person can
// play any number of such games.
type SelfPlay struct {
	store archive.Store
	tasks *lifecycle.Tasks
	log   *slog.Logger

	players chan room.PlayerID // whose games must be counted

	mu     sync.Mutex
	stored map[room.PlayerID]int // games since they were counted last
}

// NewSelfPlay returns a SelfPlay. Start starts it.
func NewSelfPlay(store archive.Store, tasks *lifecycle.Tasks, log *slog.Logger) *SelfPlay {
	return &SelfPlay{
		store: store, tasks: tasks, log: log,
		players: make(chan room.PlayerID, maxTrimming), stored: map[room.PlayerID]int{},
	}
}

// Start removes games until the context of the tasks ends.
func (s *SelfPlay) Start() {
	s.tasks.Go(func() {
		for {
			select {
			case <-s.tasks.Context().Done():
				return
			case player := <-s.players:
				s.trim(player)
			}
		}
	})
}

// Stored notes a record that was stored; nil: none. It does not wait.
func (s *SelfPlay) Stored(r *room.Record) {
	if r == nil || !r.SelfPlay() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	player := r.Players[0].ID
	if n := s.stored[player]; n > 0 && n < selfPlayStep {
		s.stored[player]++
		return
	}
	select {
	case s.players <- player:
		if len(s.stored) >= maxTrimmed {
			clear(s.stored)
		}
		s.stored[player] = 1
	default: // the next game of the player tries again
	}
}

func (s *SelfPlay) trim(player room.PlayerID) {
	ctx, cancel := context.WithTimeout(s.tasks.Context(), batchTimeout)
	defer cancel()
	_, err := archive.Trim(ctx, s.store, player, archive.SelfPlayOf, archive.Allowance{Games: selfPlayKept}, nil)
	if err != nil && s.tasks.Context().Err() == nil && !storage.IsAway(err) {
		s.log.Error("games against oneself not removed", "player", player, "error", err)
	}
}
