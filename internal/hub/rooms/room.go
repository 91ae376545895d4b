package rooms

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// Room is a room that is open on this hub: a replica that the store's watch keeps up to
// date, and the sockets in the room.
type Room struct {
	rooms     *Rooms
	shard     *shard // in which the room is
	replica   *play.Replica
	stopWatch func() // ends the store's watch; nil: there is none

	// lengthsTurn is the value of shard.lengthsTurn at which the room is compared while it is
	// quiet. It is random, so that each call of compareLengths has about as many rooms.
	lengthsTurn int

	// behind is the number of the replica's last entry at which compareLengths, which owns it, last
	// found a longer log; 0: the log was not longer.
	behind uint64

	opened chan struct{} // closed when the room has been read, or could not be
	err    error         // why the room could not be read; set before opened is closed

	holders int // guarded by registry.mu

	mu        sync.Mutex
	visitors  map[*visitor]struct{}
	presence  presence
	hereSent  time.Time        // when the last frame here was sent, by the clock of the process
	hereLater bool             // sendPresence will be called
	shown     *room.State      // the replica's state at the last broadcast
	seated    [2]room.PlayerID // the players in the seats at the last broadcast
	ended     func(Socket)     // closes a socket that joins after end; nil: the room has not ended

	repairing   bool // a goroutine runs repairOnce
	repairAgain bool // the goroutine must run repairOnce once more

	lastMove moveReceived // the last move that this hub received
}

func newRoom(rs *Rooms, id room.ID) *Room {
	return &Room{
		rooms: rs, shard: rs.shardOf(id), replica: play.NewReplica(id), lengthsTurn: rand.N(quietTurns),
		opened: make(chan struct{}), visitors: map[*visitor]struct{}{},
	}
}

// visitor is one socket in a room.
type visitor struct {
	Visit
	socket Socket
	inbox  inbox

	malformed int  // frames; owned by the goroutine that reads the socket
	dropping  bool // the commands that wait are not carried out; owned by carryOut

	// guarded by Room.mu
	since     time.Time // when the connection began; of two connections to a seat the later one plays
	cursor    Cursor    // the last entry that was sent
	welcomed  uint64    // the last entry when the socket joined
	announced bool      // all hubs have its announcement, so a later connection replaces it
	silent    bool      // nothing was heard for silentAfter, so its player counts as absent
}

// sendAll sends a frame to every socket.
func (r *Room) sendAll(frame []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := range r.visitors {
		v.socket.Send(frame)
	}
}

// closeAll closes every socket.
func (r *Room) closeAll(code wire.CloseCode, reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := range r.visitors {
		v.socket.Close(code, reason)
	}
}

// end closes every socket, also those that have not joined yet. The next socket opens the room again.
func (r *Room) end(code wire.CloseCode, reason string) {
	r.rooms.registry.forget(r)
	r.mu.Lock()
	r.ended = func(s Socket) { s.Close(code, reason) }
	r.mu.Unlock()
	r.closeAll(code, reason)
}

// seatsOf returns the seats that a socket plays; none for a spectator.
func (r *Room) seatsOf(v *visitor) (seats [2]bool) {
	if v.Watch {
		return seats
	}
	return r.replica.State().SeatsOf(v.Player)
}

// count returns how many sockets of this hub play in the room, and how many watch.
func (r *Room) count() (players, spectators int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := range r.visitors {
		if r.seatsOf(v) == [2]bool{} {
			spectators++
		} else {
			players++
		}
	}
	return players, spectators
}
