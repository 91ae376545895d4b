package room

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// GameID names one game of a room: ROOM/k, k counted from 1.
type GameID struct {
	Room ID
	Game int
}

func (g GameID) String() string { return string(g.Room) + "/" + strconv.Itoa(g.Game) }

// ParseGameID reads what String wrote.
func ParseGameID(s string) (GameID, error) {
	id, k, _ := strings.Cut(s, "/")
	n, err := strconv.Atoi(k)
	if err != nil || n < 1 || k != strconv.Itoa(n) || !ID(id).Valid() {
		return GameID{}, fmt.Errorf("room: %q is not the id of a game, which is ROOM/NUMBER", s)
	}
	return GameID{ID(id), n}, nil
}

// Record is a finished game, complete without the log that it came from, and
// kept longer. Its JSON form is stored and is what the API returns.
type Record struct {
	Room    ID        `json:"room"`
	Game    int       `json:"game"` // its number in the room, from 1
	Variant string    `json:"variant"`
	Players [2]Player `json:"players"` // by seat
	First   Seat      `json:"first"`   // who moved first
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended"`
	Moves   []string  `json:"moves"` // in the game's notation
	MS      []int64   `json:"ms"`    // what each move took, in milliseconds
	End     Ending    `json:"end"`
	N       uint64    `json:"n"`      // the number of the entry that ended it
	Digest  string    `json:"digest"` // of that entry
}

// ID returns the game's name.
func (r *Record) ID() GameID { return GameID{r.Room, r.Game} }
