package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/admin"
)

// standard is the name of standard input and output.
const standard = "-"

func exportStore(ctx context.Context, t *tool, args []string) error {
	t.onStore()
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	return t.open(ctx, func(store cli.Store) error {
		return writeNew(values[0], t.stdout, func(w io.Writer) error {
			done, err := admin.Export(ctx, store, w)
			if err != nil {
				return err
			}
			fmt.Fprintf(t.stderr, "exported %d rooms and %d finished games\n", done.Rooms, done.Games)
			return done.Problems.Err()
		})
	})
}

// writeNew has a file written that does not exist yet, and flushed to the disk
// before it gets its name: a file of this name is whole. Problems with single rooms
// leave it there.
func writeNew(name string, stdout io.Writer, write func(io.Writer) error) (err error) {
	if name == standard {
		return write(stdout)
	}
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("there is a file %s already", name)
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.partial")
	if err != nil {
		return err
	}
	err = write(f)
	var partial problems
	whole := err == nil || errors.As(err, &partial)
	if failed := errors.Join(f.Sync(), f.Close()); failed != nil {
		whole, err = false, errors.Join(err, failed)
	}
	if !whole {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return errors.Join(err, os.Rename(f.Name(), name))
}

// problems is an error of single rooms, with which the others are done.
type problems = *admin.ProblemsError

func importStore(ctx context.Context, t *tool, args []string) error {
	t.onStore()
	t.keeping()
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	from := t.stdin
	if name := values[0]; name != standard {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		from = f
	}
	return with(ctx, cli.OpenStore, *t.store, func(store cli.Store) error {
		door, err := t.door(store)
		if err != nil {
			return err
		}
		done, err := admin.Import(ctx, store, door, from)
		t.told("imported", done)
		return errors.Join(err, done.Problems.Err())
	})
}

// told says what was brought into a store.
func (t *tool) told(verb string, done admin.ImportResult) {
	fmt.Fprintf(t.stderr, "%s %d rooms and %d finished games; %d rooms and %d games were there already\n",
		verb, done.Rooms, done.Games, done.KnownRooms, done.KnownGames)
}

func migrateStore(ctx context.Context, t *tool, args []string) error {
	t.keeping()
	merge := t.flags.Bool("merge", false, "copy into a store that has rooms or games already; they stay")
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	if values[0] == values[1] {
		return usageError{errors.New("FROM and TO are the same store")}
	}
	return with(ctx, cli.OpenUsed, values[0], func(from cli.Store) error {
		return with(ctx, cli.OpenStore, values[1], func(to cli.Store) error { return t.migrate(ctx, from, to, *merge) })
	})
}

func (t *tool) migrate(ctx context.Context, from, to cli.Store, merge bool) error {
	door, err := t.door(to)
	if err != nil {
		return err
	}
	done, err := admin.Migrate(ctx, from, to, door, merge)
	if errors.Is(err, admin.ErrNotEmpty) {
		return fmt.Errorf("%w; -merge copies into it all the same", err)
	}
	t.told("copied", done)
	if err := errors.Join(err, done.Problems.Err()); err != nil {
		return err
	}
	found, err := admin.Compare(ctx, from, to, !merge)
	if err := errors.Join(err, found.Problems.Err()); err != nil {
		return err
	}
	fmt.Fprintf(t.stderr, "compared: %d rooms and %d finished games are the same in both, to the last digest\n", found.Rooms, found.Games)
	return nil
}
