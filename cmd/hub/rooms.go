package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// defaultListLimit is the default of -limit.
const defaultListLimit = 100

func listRooms(ctx context.Context, t *tool, args []string) error {
	var q admin.Query
	t.addStoreFlag()
	phase := t.flags.String("phase", "", "only rooms in this `phase`: waiting or playing; with -all also finished or closed")
	t.flags.BoolVar(&q.All, "all", false, "also list rooms that are over; reads the whole store")
	t.flags.StringVar(&q.Player, "player", "", "only rooms of this `player`: a player ID or part of a name")
	t.flags.StringVar(&q.Variant, "variant", "", "only `variants` that start with this text, such as force3")
	t.flags.BoolVar(&q.AI, "ai", false, "only rooms that wait for an AI")
	t.flags.DurationVar(&q.Idle, "idle", 0, "only rooms without a new entry for this `time`, such as 10m")
	t.flags.IntVar(&q.Limit, "limit", defaultListLimit, "max `rooms` to list")
	t.flags.IntVar(&q.Offset, "offset", 0, "`rooms` to skip first")
	asJSON := t.flags.Bool("json", false, "print JSON, one room per line")
	if _, err := t.parse(args); err != nil {
		return err
	}
	q.Phase = room.Phase(*phase)
	if err := checkQuery(q); err != nil {
		return usageError{err}
	}
	return withStore(ctx, cli.OpenRead, *t.store, func(store cli.Store) error {
		now := store.Now()
		page, err := admin.List(ctx, store, q, now)
		if err != nil {
			return err
		}
		if !*asJSON {
			return errors.Join(admin.WriteRooms(t.stdout, page, now), page.Err())
		}
		out := json.NewEncoder(t.stdout)
		for _, sum := range page.Rooms {
			if err := out.Encode(sum); err != nil {
				return err
			}
		}
		return page.Err()
	})
}

func checkQuery(q admin.Query) error {
	switch q.Phase {
	case "", room.PhaseWaiting, room.PhasePlaying:
	case room.PhaseFinished, room.PhaseClosed:
		if !q.All {
			return fmt.Errorf("-phase %s: rooms that are over are not listed; add -all", q.Phase)
		}
	default:
		return fmt.Errorf("-phase %q: must be waiting, playing, finished or closed", q.Phase)
	}
	if q.Limit < 1 || q.Offset < 0 || q.Idle < 0 {
		return errors.New("-limit must be at least 1, -offset and -idle must not be negative")
	}
	return nil
}

func printRoom(ctx context.Context, t *tool, args []string) error {
	t.addStoreFlag()
	asJSON := t.flags.Bool("json", false, "print JSON, one entry per line, as stored")
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	id := room.ID(values[0])
	return withStore(ctx, cli.OpenRead, *t.store, func(store cli.Store) error {
		entries, err := store.Read(ctx, id, 0, storage.All)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return fmt.Errorf("there is no room %q, or it was deleted; quatre export still has its finished games", id)
		}
		if !*asJSON {
			return admin.WriteLog(t.stdout, entries)
		}
		out := bufio.NewWriter(t.stdout)
		for _, e := range entries {
			_, _ = out.Write(e.Raw()) // Flush returns the error
			_ = out.WriteByte('\n')
		}
		return out.Flush()
	})
}

func endRoom(ctx context.Context, t *tool, args []string) error {
	t.addStoreFlag()
	t.addRetentionFlag()
	note := t.flags.String("reason", "", "`reason` for the log; players can read it")
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	id := room.ID(values[0])
	return withStore(ctx, cli.OpenExisting, *t.store, func(store cli.Store) error {
		n, err := admin.End(ctx, t.executor(store), id, *note, rand.Text())
		if errors.Is(err, storage.ErrNotFound) {
			return fmt.Errorf("there is no room %q, or it was deleted", id)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(t.stdout, "room %s is closed: entry %d\n", id, n)
		return err
	})
}
