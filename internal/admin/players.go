package admin

import (
	"context"
	"strings"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Players returns the players whose name contains a text, in any case, or whose ID begins with it, each with a name.
// It reads the whole store: the seats of rooms, and finished games. It leaves out what is damaged.
func Players(ctx context.Context, store Store, text string) (map[room.PlayerID]string, error) {
	found := map[room.PlayerID]string{}
	note := func(players [2]room.Player) {
		for _, p := range players {
			if p.ID != "" && (strings.HasPrefix(string(p.ID), text) || strings.Contains(strings.ToLower(p.Name), strings.ToLower(text))) {
				found[p.ID] = p.Name
			}
		}
	}
	var damage Problems
	err := walk(ctx, &damage, store.AllRooms(ctx), func(ctx context.Context, id room.ID) error {
		r, err := play.Open(ctx, store, id)
		switch {
		case err == nil:
			note(r.State().Players)
		case storage.IsAway(err), ctx.Err() != nil:
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = walk(ctx, &damage, store.AllGames(ctx), func(_ context.Context, r room.Record) error {
		note(r.Players)
		return nil
	})
	return found, err
}
