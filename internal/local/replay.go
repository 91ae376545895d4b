package local

import (
	"context"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
)

// Replay returns a room that holds one finished game. It fails if archive.Rebuild does.
func Replay(game room.Record) (*Room, error) {
	entries, _, err := archive.Rebuild(roomID, Player, game)
	if err != nil {
		return nil, err
	}
	r := newRoom(nil, roomID)
	r.log.entries = entries
	return r, r.replica.Refresh(context.Background(), r.log)
}
