package storage

import "github.com/quatre/quatre/internal/room"

// Notice is what a watcher is told: exactly one field is set.
type Notice struct {
	Entry *room.Entry // appended
	Here  *Presence   // who is there has changed
	Gone  bool        // the room was deleted
	Lost  bool        // notices may have been missed: read on
}
