package web

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"sync"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// The link of a room that is not open is an invitation to play. Links to its finished games
// can be shared all the same, because they have the room's public name in place of its ID.
// The public name is the ID, encrypted with a key of the store. So every hub can find the
// game, and nobody else can find the room.
//
// The encryption is a synthetic initialisation vector (RFC 5297) with HMAC-SHA256 in place
// of S2V: the same room always has the same name.

const (
	nameKeyBytes = 32
	nameTagBytes = 8
)

var nameEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// gameNames turns room IDs into public names, and back.
type gameNames struct {
	mac   []byte
	block cipher.Block
}

func newGameNames(key []byte) *gameNames {
	keys, _ := hkdf.Key(sha256.New, key, nil, "quatre game names", 2*nameKeyBytes) // fails only for longer keys
	block, _ := aes.NewCipher(keys[nameKeyBytes:])                                 // fails only for other lengths
	return &gameNames{keys[:nameKeyBytes], block}
}

// name returns the public name of a room: 32 characters if the room was created here.
func (g *gameNames) name(id room.ID) room.ID {
	tag := g.tag([]byte(id))
	sealed := append(tag, id...)
	g.stream(tag, sealed[nameTagBytes:])
	return room.ID(nameEncoding.EncodeToString(sealed))
}

// room returns the room that has a public name, and whether there is one.
func (g *gameNames) room(name room.ID) (room.ID, bool) {
	sealed, err := nameEncoding.DecodeString(string(name))
	if err != nil || len(sealed) <= nameTagBytes || nameEncoding.EncodeToString(sealed) != string(name) {
		return "", false // only the canonical spelling of a name is valid
	}
	tag, id := sealed[:nameTagBytes], sealed[nameTagBytes:]
	g.stream(tag, id)
	return room.ID(id), hmac.Equal(tag, g.tag(id))
}

func (g *gameNames) tag(id []byte) []byte {
	h := hmac.New(sha256.New, g.mac)
	h.Write(id)
	return h.Sum(nil)[:nameTagBytes:nameTagBytes]
}

// stream encrypts or decrypts data in place.
func (g *gameNames) stream(tag, data []byte) {
	var iv [aes.BlockSize]byte
	copy(iv[:], tag)
	cipher.NewCTR(g.block, iv[:]).XORKeyStream(data, data)
}

// nameKeeper fetches the key of the store once, and keeps the gameNames of that key.
type nameKeeper struct {
	store storage.NameKey

	mu    sync.Mutex
	names *gameNames // nil: the key was not fetched yet
}

func (k *nameKeeper) get(ctx context.Context) (*gameNames, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.names != nil {
		return k.names, nil
	}
	proposal := make([]byte, nameKeyBytes)
	_, _ = rand.Read(proposal) // never fails
	key, err := k.store.NameKey(ctx, proposal)
	if err != nil {
		return nil, err
	}
	k.names = newGameNames(key)
	return k.names, nil
}

// gameAnswer is a finished game as the API shows it.
type gameAnswer struct {
	room.Record

	// Name stands for the room in shared links. It is the room's ID if anybody may know the
	// room, and its public name otherwise.
	Name room.ID `json:"name"`
}

// publicName returns the name of a game's room in shared links. For an open room the name is
// the ID. So it is for an imported game, because nobody plays in its room.
func (g *gameNames) publicName(r *room.Record) room.ID {
	if r.Open || r.Imported != "" {
		return r.Room
	}
	return g.name(r.Room)
}

// show returns a game as the API shows it to a player. Only the players of the room, and
// callers who already have its ID (knowsRoom), get the ID.
func (g *gameNames) show(r room.Record, who room.PlayerID, knowsRoom bool) gameAnswer {
	a := gameAnswer{r, g.publicName(&r)}
	isPlayer := who != "" && (r.Players[0].ID == who || r.Players[1].ID == who)
	if !knowsRoom && !isPlayer {
		a.Room = a.Name
	}
	return a
}

// forFile returns a game for an exported file. A player may share the file, so the room has
// its public name there.
func (g *gameNames) forFile(r room.Record) room.Record {
	r.Room, r.Open = g.publicName(&r), false
	return r
}

// find returns the game that a path names. The room in the path is an ID or a public name.
// knowsRoom reports whether it is an ID.
func (g *gameNames) find(id room.GameID) (game room.GameID, knowsRoom bool) {
	if named, ok := g.room(id.Room); ok {
		return room.GameID{Room: named, Game: id.Game}, false
	}
	return id, true
}

// findGame returns the finished game that a path names, as room.GameID does. The path may have the
// public name of the room instead of its ID. knowsRoom says that it has the room's ID. The error is
// errNoGame if there is no such game.
func (s *Server) findGame(ctx context.Context, path string) (names *gameNames, record room.Record, knowsRoom bool, err error) {
	id, err := room.ParseGameID(path)
	if err != nil {
		return nil, record, false, errNoGame
	}
	if names, err = s.names.get(ctx); err != nil {
		return names, record, false, err
	}
	id, knowsRoom = names.find(id)
	record, err = s.cfg.Store.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		err = errNoGame
	}
	return names, record, knowsRoom, err
}

// errNoGame says that there is no such finished game.
var errNoGame = fmt.Errorf("%w: %w", storage.ErrNotFound, wire.FailNoGame)
