package archive

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is a store that takes imported games.
type Store interface {
	storage.Archive

	// AddGame is as in storage.Bulk.
	AddGame(ctx context.Context, r room.Record) error
}

// ImportCost returns an upper bound of the bytes that an imported game takes in a store.
// Redis rounds the memory of a record up, by a quarter at most.
func ImportCost(r *room.Record) int {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot happen for a record
	}
	return importCost + len(data)*5/4
}

// importCost is the bytes that a record takes in addition to its JSON: its keys and its
// places in lists.
const importCost = 1024

// Import stores the record of a game that was played elsewhere. Only the importer's list
// has the game. Its room has no log, but Rebuild can make one.
//
// The name of the room is a hash of the game and the importer. If the store has the game
// already, Import changes nothing and known is true. The store may have the game under this
// name or, if the importer played it, under its original name. The error is a *Flaw if the
// game is impossible.
func Import(
	ctx context.Context,
	s Store,
	importer room.PlayerID,
	r room.Record,
) (id room.GameID, known bool, err error) {
	_, game, err := Rebuild("", importer, r)
	if err != nil {
		return room.GameID{}, false, err
	}
	if known, err := hasOriginal(ctx, s, r.ID(), importer, game); err != nil || known {
		return r.ID(), known, err
	}
	game.Room, game.Imported = importedRoom(importer, game), importer
	switch _, err := s.Game(ctx, game.ID()); {
	case err == nil:
		return game.ID(), true, nil
	case !errors.Is(err, storage.ErrNotFound):
		return game.ID(), false, err
	}
	err = s.AddGame(ctx, game)
	if errors.Is(err, storage.ErrConflict) {
		return game.ID(), true, nil // a concurrent import has added the game
	}
	return game.ID(), false, err
}

// hasOriginal reports whether the store has this game under its original name, id, and
// lists it for the importer.
func hasOriginal(ctx context.Context, s Store, id room.GameID, importer room.PlayerID, game room.Record) (bool, error) {
	if !id.Room.Valid() || id.Game < 1 {
		return false, nil
	}
	original, err := s.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil && slices.Contains(original.Listed(), importer) && content(original) == content(game), err
}

// importedRoom names the room of an imported game. The name is longer than that of a
// created room.
func importedRoom(importer room.PlayerID, r room.Record) room.ID {
	sum := sha256.Sum256([]byte("quatre import\n" + string(importer) + "\n" + content(r)))
	name := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:15])
	return room.ID(strings.ToLower(name))
}

// content returns a text by which to compare games. All records of one game have the same text,
// whatever store they come from.
func content(r room.Record) string {
	r.Room, r.Game, r.N, r.Digest, r.Imported, r.End.Cells = "", 0, 0, "", "", nil
	r.Open = false // exported files lack this field
	r.Started, r.Ended = truncate(r.Started), truncate(r.Ended)
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot happen for a record
	}
	return string(data)
}
