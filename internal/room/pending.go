package room

import "time"

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
