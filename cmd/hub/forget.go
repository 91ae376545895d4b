package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
)

// playerIDBytes is the length of the hash that is a player ID.
const playerIDBytes = 16

func forgetPlayer(ctx context.Context, t *tool, args []string) error {
	t.addStoreFlag()
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	return withStore(ctx, cli.OpenExisting, *t.store, func(store cli.Store) error {
		if hash, err := base64.RawURLEncoding.DecodeString(values[0]); err != nil || len(hash) != playerIDBytes {
			return noPlayerID(ctx, store, values[0])
		}
		rooms, games, err := store.ForgetPlayer(ctx, room.PlayerID(values[0]))
		result := fmt.Sprintf("rooms deleted: %d, finished games changed or deleted: %d", rooms, games)
		if rooms+games == 0 {
			result = "no room and no game has this player"
		}
		_, failed := fmt.Fprintln(t.stdout, result)
		return errors.Join(err, failed)
	})
}

// noPlayerID returns an error that has the IDs of the players whom a text may mean.
func noPlayerID(ctx context.Context, store cli.Store, text string) error {
	players, err := admin.Players(ctx, store, text)
	if err != nil {
		return err
	}
	problem := fmt.Sprintf("%q is not a player ID, so nothing is deleted. Players with it in their name or ID: %d", text, len(players))
	for _, id := range slices.Sorted(maps.Keys(players)) {
		problem += fmt.Sprintf("\n  %s  %s", id, players[id])
	}
	return errors.New(problem)
}
