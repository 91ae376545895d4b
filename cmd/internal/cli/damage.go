package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/quatre/quatre/internal/room/filelog"
)

// LogDamage makes a file store log the first damage that its calls find in the file.
func LogDamage(store Store, log *slog.Logger) {
	if file, isFile := store.(*filelog.Store); isFile {
		file.OnDamage(func(damage error) { log.Error("the store's file is damaged", "error", damage) })
	}
}

// DamageNote returns a sentence about damage that calls of a file store have found in the
// file, or "".
func DamageNote(ctx context.Context, store Store) string {
	if _, isFile := store.(*filelog.Store); !isFile {
		return ""
	}
	st, err := store.Status(ctx)
	if err != nil || st.File.Damage == "" {
		return ""
	}
	return "The store's file is damaged, and hub check says where: " + st.File.Damage
}

// CheckFile reads the whole file of a store and writes a line about each problem that it
// finds. It returns an error if there is any problem.
func CheckFile(ctx context.Context, name string, w io.Writer) error {
	name = strings.TrimPrefix(name, FileScheme)
	problems := 0
	done, err := filelog.Check(ctx, name, func(damage error) {
		problems++
		fmt.Fprintln(w, damage)
	})
	switch {
	case err != nil:
		return err
	case problems > 0:
		return fmt.Errorf("%d problems in %s; hub export -store file:%s NEW copies what is left", problems, name, name)
	}
	_, err = fmt.Fprintf(w, "%s has no damage: %d rooms, %d finished games, %d pages\n", name, done.Rooms, done.Games, done.Pages)
	return err
}
