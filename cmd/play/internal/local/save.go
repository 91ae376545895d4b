package local

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
)

// MaxFileBytes is the greatest length of a file of games.
const MaxFileBytes = notation.MaxBytes

// SaveGames writes the games that were finished in this room, without the first ones, in the
// text form that the page imports. It returns how many games it has written.
func (r *Room) SaveGames(w io.Writer, without int) (int, error) {
	games := r.Games()
	games = games[min(without, len(games)):]
	file := notation.NewWriter(w, notation.Text)
	for i := range games {
		if err := file.Write(&games[i]); err != nil {
			return i, err
		}
	}
	return len(games), file.Close()
}

// FileError is an error in a file of games.
type FileError struct {
	Line, Column int // from 1
	Text         string
}

func (e *FileError) Error() string { return e.Text }

// ReadGames reads a file of games, in either form that the page imports. The error is a
// *FileError.
func ReadGames(file []byte) ([]room.Record, error) {
	games, err := notation.Read(file, time.Now())
	var wrong *notation.Error
	if errors.As(err, &wrong) {
		return nil, &FileError{wrong.Line, wrong.Column, wrong.Text}
	}
	return games, err
}

// Replay returns a room that holds one finished game.
func Replay(game room.Record) (*Room, error) {
	entries, _, err := archive.Rebuild(roomID, Player, game)
	if err != nil {
		return nil, err
	}
	r := newRoom(nil)
	r.log.entries = entries
	return r, r.replica.Refresh(context.Background(), r.log)
}
