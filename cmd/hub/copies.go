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

// standardStream stands for standard input or output.
const standardStream = "-"

func exportStore(ctx context.Context, t *tool, args []string) error {
	t.addStoreFlag()
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	return t.readStore(ctx, func(store cli.Store) error {
		return writeNewFile(values[0], t.stdout, func(w io.Writer) error {
			result, err := admin.Export(ctx, store, w)
			if err != nil {
				return err
			}
			fmt.Fprintf(t.stderr, "exported %d rooms and %d finished games\n", result.Rooms, result.Games)
			return result.Problems.Err()
		})
	})
}

// writeNewFile creates a file and has write fill it. It writes to a temporary file, flushes
// that to disk and then renames it, so a file called name is complete. After a problemsError
// the file is kept. If name is standardStream, write writes to stdout.
func writeNewFile(name string, stdout io.Writer, write func(io.Writer) error) (err error) {
	if name == standardStream {
		return write(stdout)
	}
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("the file %s already exists", name)
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.partial")
	if err != nil {
		return err
	}
	err = write(f)
	var partial problemsError
	complete := err == nil || errors.As(err, &partial)
	if failed := errors.Join(f.Sync(), f.Close()); failed != nil {
		complete, err = false, errors.Join(err, failed)
	}
	if !complete {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return errors.Join(err, os.Rename(f.Name(), name))
}

// problemsError reports damaged rooms and games. All others have been copied.
type problemsError = *admin.ProblemsError

func importStore(ctx context.Context, t *tool, args []string) error {
	t.addStoreFlag()
	t.addRetentionFlag()
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	from := t.stdin
	if name := values[0]; name != standardStream {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		from = f
	}
	return withOpenStore(ctx, cli.OpenStore, *t.store, func(store cli.Store) error {
		executor, err := t.executor(store)
		if err != nil {
			return err
		}
		result, err := admin.Import(ctx, store, executor, from)
		t.printImported("imported", result)
		return errors.Join(err, result.Problems.Err())
	})
}

func checkFile(ctx context.Context, t *tool, args []string) error {
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	return cli.CheckFile(ctx, values[0], t.stdout)
}

// printImported prints how many rooms and games were stored.
func (t *tool) printImported(verb string, result admin.ImportResult) {
	fmt.Fprintf(t.stderr, "%s %d rooms and %d finished games; %d rooms and %d games were already in the store\n",
		verb, result.Rooms, result.Games, result.KnownRooms, result.KnownGames)
}

func migrateStore(ctx context.Context, t *tool, args []string) error {
	t.addRetentionFlag()
	merge := t.flags.Bool("merge", false, "allow a target that has rooms or games; they are kept")
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	if values[0] == values[1] {
		return usageError{errors.New("FROM and TO are the same store")}
	}
	return withOpenStore(ctx, cli.OpenRead, values[0], func(from cli.Store) error {
		return withOpenStore(ctx, cli.OpenStore, values[1], func(to cli.Store) error { return t.migrate(ctx, from, to, *merge) })
	})
}

func (t *tool) migrate(ctx context.Context, from, to cli.Store, merge bool) error {
	executor, err := t.executor(to)
	if err != nil {
		return err
	}
	result, err := admin.Migrate(ctx, from, to, executor, merge)
	if errors.Is(err, admin.ErrNotEmpty) {
		return fmt.Errorf("%w; use -merge to copy into it", err)
	}
	t.printImported("copied", result)
	if err := errors.Join(err, result.Problems.Err()); err != nil {
		return err
	}
	// To compare both stores, copy again: now the target must have everything already.
	again, err := admin.Migrate(ctx, from, to, executor, true)
	if err := errors.Join(err, again.Problems.Err()); err != nil {
		return err
	}
	if again.Rooms+again.Games > 0 {
		return fmt.Errorf("the target lacked %d rooms and %d games; they are copied now", again.Rooms, again.Games)
	}
	fmt.Fprintf(t.stderr, "compared: %d rooms and %d finished games are equal in both stores\n", again.KnownRooms, again.KnownGames)
	return nil
}
