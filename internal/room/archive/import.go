package archive

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is a store that takes imported games.
type Store interface {
	storage.Archive
	storage.Restorer
}

// Import stores a game that was played elsewhere, in a room of its own, which is
// listed for its importer alone; its log is kept for retention after now. The room's
// name follows from the game and the importer: importing it again changes nothing,
// and known is true. So it is for a game that the importer has in this very store
// under its old name. The error is a *Flaw if Remake finds one.
func Import(ctx context.Context, s Store, importer room.PlayerID, r room.Record, now time.Time, retention time.Duration) (id room.GameID, known bool, err error) {
	log, game, err := Rebuild("", importer, r)
	if err != nil {
		return room.GameID{}, false, err
	}
	if known, err := hasOwn(ctx, s, r.ID(), importer, game); err != nil || known {
		return r.ID(), known, err
	}
	game.Room, game.Imported = importedRoom(importer, game), importer
	switch _, err := s.Game(ctx, game.ID()); {
	case err == nil:
		return game.ID(), true, nil
	case !errors.Is(err, storage.ErrNotFound):
		return game.ID(), false, err
	}
	// Nothing happens in the room any more, but the end of its log's time: counted
	// from now, since the game may be old.
	err = s.Restore(ctx, game.Room, log, room.Effects{Due: now.Add(retention), Record: &game})
	if errors.Is(err, storage.ErrConflict) {
		return game.ID(), true, nil // somebody was faster
	}
	return game.ID(), false, err
}

// hasOwn reports whether the store has this game under its old name, as one of the
// importer's.
func hasOwn(ctx context.Context, s Store, id room.GameID, importer room.PlayerID, game room.Record) (bool, error) {
	if !id.Room.Valid() || id.Game < 1 {
		return false, nil
	}
	original, err := s.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	if original.By == 0 {
		game.By = 0 // it is from before records said that
	}
	return err == nil && slices.Contains(original.Listed(), importer) && content(original) == content(game), err
}

// importedRoom names the room of an imported game. It is longer than the
// names that rooms are given when they are created.
func importedRoom(importer room.PlayerID, r room.Record) room.ID {
	sum := sha256.Sum256([]byte("quatre import\n" + string(importer) + "\n" + content(r)))
	name := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:15])
	return room.ID(strings.ToLower(name))
}

// content returns what makes a game this game, wherever it is kept.
func content(r room.Record) string {
	r.Room, r.Game, r.N, r.Digest, r.Imported, r.End.Cells = "", 0, 0, "", "", nil
	r.Started, r.Ended = truncate(r.Started), truncate(r.Ended)
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // of a record, never
	}
	return string(data)
}
