package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// defaultListed is how many rooms hub rooms prints.
const defaultListed = 100

func fields(s string) []string { return strings.Fields(s) }

func listRooms(ctx context.Context, t *tool, args []string) error {
	var q admin.Query
	t.onStore()
	phase := t.flags.String("phase", "", "only rooms in this `phase`: waiting, playing, or with -all finished or closed too")
	t.flags.BoolVar(&q.All, "all", false, "those that are over too; this reads the whole store")
	t.flags.StringVar(&q.Player, "player", "", "only rooms of this `player`: an id, or a part of a name")
	t.flags.StringVar(&q.Variant, "variant", "", "only this `variant`, or all that begin like this, such as force3")
	t.flags.BoolVar(&q.AI, "ai", false, "only rooms in which an AI is waited for")
	t.flags.DurationVar(&q.Idle, "idle", 0, "only rooms in which nothing has happened for so `long`, such as 10m")
	t.flags.IntVar(&q.Limit, "limit", defaultListed, "how many `rooms` at most")
	t.flags.IntVar(&q.Offset, "offset", 0, "leave out so many `rooms` first")
	asJSON := t.flags.Bool("json", false, "as JSON, one room a line")
	if _, err := t.parse(args); err != nil {
		return err
	}
	q.Phase = room.Phase(*phase)
	if err := checkList(q); err != nil {
		return usageError{err}
	}
	return t.open(ctx, func(store cli.Store) error {
		now := time.Now()
		page, err := admin.List(ctx, store, q, now)
		if err != nil {
			return err
		}
		if !*asJSON {
			return admin.WriteRooms(t.stdout, page, now)
		}
		out := json.NewEncoder(t.stdout)
		for _, sum := range page.Rooms {
			if err := out.Encode(sum); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkList(q admin.Query) error {
	switch q.Phase {
	case "", room.PhaseWaiting, room.PhasePlaying:
	case room.PhaseFinished, room.PhaseClosed:
		if !q.All {
			return fmt.Errorf("-phase %s: rooms that are over are in no list; add -all", q.Phase)
		}
	default:
		return fmt.Errorf("-phase %q: it is waiting, playing, finished or closed", q.Phase)
	}
	if q.Limit < 1 || q.Offset < 0 || q.Idle < 0 {
		return errors.New("-limit is 1 or more, -offset and -idle are not negative")
	}
	return nil
}

func printRoom(ctx context.Context, t *tool, args []string) error {
	t.onStore()
	asJSON := t.flags.Bool("json", false, "as JSON, one entry a line, as it is stored")
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	id := room.ID(values[0])
	return t.open(ctx, func(store cli.Store) error {
		entries, err := store.Read(ctx, id, 0)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return fmt.Errorf("there is no room %q, or no longer; its finished games are in an export", id)
		}
		if !*asJSON {
			return admin.WriteLog(t.stdout, entries)
		}
		out := bufio.NewWriter(t.stdout)
		for _, e := range entries {
			_, _ = out.Write(e.Raw()) // Flush has the error
			_ = out.WriteByte('\n')
		}
		return out.Flush()
	})
}

func endRoom(ctx context.Context, t *tool, args []string) error {
	t.onStore()
	t.keeping()
	note := t.flags.String("reason", "", "a `sentence` for the log, which players can read")
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	id := room.ID(values[0])
	return t.open(ctx, func(store cli.Store) error {
		door, err := t.door(store)
		if err != nil {
			return err
		}
		n, err := admin.End(ctx, door, id, *note, rand.Text())
		if errors.Is(err, storage.ErrNotFound) {
			return fmt.Errorf("there is no room %q, or no longer", id)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(t.stdout, "room %s is closed: entry %d\n", id, n)
		return err
	})
}
