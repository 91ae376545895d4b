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

// MaxFileBytes is the greatest length of a file of games, in bytes.
const MaxFileBytes = notation.MaxBytes

// SaveGames writes the games that were finished in this room after the first skip games, in the
// text form that the page imports. It returns how many games it has written.
func (r *Room) SaveGames(w io.Writer, skip int) (int, error) {
	games := r.Games()
	games = games[min(skip, len(games)):]
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

// Game is a finished game of a file.
type Game struct {
	Variant string
	Names   [2]string
	Levels  [2]string // of AIs
	Result  string    // points of seat 1, then of seat 2
	Started time.Time

	record room.Record
}

// ReadGames reads a file of games, in either form that the page imports. The error is a
// *FileError.
func ReadGames(file []byte) ([]Game, error) {
	records, err := notation.Read(file, time.Now())
	var wrong *notation.Error
	if errors.As(err, &wrong) {
		return nil, &FileError{wrong.Line, wrong.Column, wrong.Text}
	}
	games := make([]Game, len(records))
	for i, r := range records {
		games[i] = Game{
			Variant: r.Variant, Names: [2]string{r.Players[0].Name, r.Players[1].Name},
			Levels: [2]string{r.Players[0].Level, r.Players[1].Level}, Result: results[r.End.Winner],
			Started: r.Started, record: r,
		}
	}
	return games, err
}

// results are the results as text, indexed by the winner's seat. Index 0 is a draw.
var results = [3]string{"½-½", "1-0", "0-1"}

// Replay returns a room that holds one finished game.
func Replay(g Game) (*Room, error) {
	entries, _, err := archive.Rebuild(roomID, Player, g.record)
	if err != nil {
		return nil, err
	}
	r := newRoom(nil, roomID)
	r.log.entries = entries
	return r, r.replica.Refresh(context.Background(), r.log)
}
