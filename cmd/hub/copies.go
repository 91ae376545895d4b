package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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
	name := values[0]
	return withStore(ctx, cli.OpenRead, *t.store, func(store cli.Store) error {
		var result admin.ExportResult
		export := func(w io.Writer) (err error) {
			result, err = admin.Export(ctx, store, w)
			return err
		}
		if name == standardStream {
			err = export(t.stdout)
		} else if _, exists := os.Lstat(name); exists == nil {
			err = fmt.Errorf("the file %s already exists", name)
		} else {
			err = cli.WriteFile(name, 0o600, export)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(t.stderr, "exported %d rooms and %d finished games\n", result.Rooms, result.Games)
		return result.Problems.Err()
	})
}

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
	return withStore(ctx, cli.OpenStore, *t.store, func(store cli.Store) error {
		result, err := admin.Import(ctx, store, t.executor(store), from)
		t.printImported("imported", result)
		return errors.Join(err, result.Problems.Err())
	})
}

func checkFile(ctx context.Context, t *tool, args []string) error {
	values, err := t.parse(args)
	if err != nil {
		return err
	}
	name := strings.TrimPrefix(values[0], cli.FileScheme)
	return withStore(ctx, cli.OpenRead, cli.FileScheme+name, func(store cli.Store) error {
		read, err := admin.Export(ctx, store, io.Discard)
		if err == nil {
			err = cli.FileOf(store).CheckPages(ctx, func(damage error) { read.Problems.Note(damage.Error()) })
		}
		if err != nil {
			return err
		}
		if damage := read.Problems.Err(); damage != nil {
			fmt.Fprintln(t.stdout, damage)
			return fmt.Errorf("%s is damaged; put a copy in its place, such as the latest in %[1]s-copies", name)
		}
		_, err = fmt.Fprintf(t.stdout, "%s has no damage: %d rooms, %d finished games\n", name, read.Rooms, read.Games)
		return err
	})
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
	return withStore(ctx, cli.OpenRead, values[0], func(from cli.Store) error {
		return withStore(ctx, cli.OpenStore, values[1], func(to cli.Store) error { return t.migrate(ctx, from, to, *merge) })
	})
}

func (t *tool) migrate(ctx context.Context, from, to cli.Store, merge bool) error {
	result, err := admin.Migrate(ctx, from, to, t.executor(to), merge)
	if errors.Is(err, admin.ErrNotEmpty) {
		return fmt.Errorf("%w; use -merge to copy into it", err)
	}
	t.printImported("copied", result)
	if err := errors.Join(err, result.Problems.Err()); err != nil {
		return err
	}
	// To compare both stores, copy again: now the target must have everything already.
	again, err := admin.Migrate(ctx, from, to, t.executor(to), true)
	if err := errors.Join(err, again.Problems.Err()); err != nil {
		return err
	}
	if again.Rooms+again.Games > 0 {
		return fmt.Errorf("the target lacked %d rooms and %d games; they are copied now", again.Rooms, again.Games)
	}
	fmt.Fprintf(t.stderr, "compared: %d rooms and %d finished games are equal in both stores\n", again.KnownRooms, again.KnownGames)
	return nil
}
