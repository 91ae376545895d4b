package admin

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/quatre/quatre/internal/room/play"
)

// ErrNotEmpty is returned by Migrate if the target holds rooms or games.
var ErrNotEmpty = errors.New("the target is not empty")

// Migrate copies all rooms and records from one store to another: it imports what Export writes.
// Nothing else may use either store meanwhile. Unless merge is set, the target must be empty,
// else Migrate returns ErrNotEmpty. With merge, it keeps what the target has. A migration can be
// interrupted and, with merge, repeated. If the target has everything, a repeated migration
// stores nothing and reports no problem.
func Migrate(ctx context.Context, from, to Store, executor play.Executor, merge bool) (ImportResult, error) {
	if !merge {
		if err := mustBeEmpty(ctx, to); err != nil {
			return ImportResult{}, err
		}
	}
	lines, exported := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, err := Export(ctx, from, exported) // the problems are in the last line
		exported.CloseWithError(err)
	}()
	result, err := Import(ctx, to, executor, lines)
	lines.CloseWithError(errors.New("the import has ended")) // if it failed, the export must end too
	<-ended
	return result, err
}

func mustBeEmpty(ctx context.Context, store Store) error {
	for id, err := range store.AllRooms(ctx) {
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: it has room %s", ErrNotEmpty, id)
	}
	for r, err := range store.AllGames(ctx) {
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: it has game %s", ErrNotEmpty, r.ID())
	}
	return nil
}
