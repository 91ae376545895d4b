package storage

import (
	"github.com/quatre/quatre/internal/room"
	"time"
)

// Time limits of the queue. An answer to a job whose worker died waits
// JobIdleLimit, at most another JobKeepAlive until it is noticed, and its
// level's budget.
const (
	JobIdleLimit = 1200 * time.Millisecond
	JobKeepAlive = 400 * time.Millisecond
)

// Job asks for an AI's move in a room whose log ended at N when it was queued.
type Job struct {
	Room  room.ID
	N     uint64
	Token string // the store's own handle
}

// Pending is the state of a Queue: what is free to take, and what workers have in
// hand. The jobs of a worker that has died are in its hand until another takes
// them.
type Pending struct {
	Waiting, Running Load
}

// Load is some jobs of a Queue.
type Load struct {
	Jobs int           // how many
	Age  time.Duration // of the oldest, since it was queued, by the store's clock; 0: none
}
