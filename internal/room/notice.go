package room

// Notice is what a watcher is told: exactly one field is set.
type Notice struct {
	Entry *Entry    // appended
	Here  *Presence // who is there has changed
	Gone  bool      // the room was deleted
	Lost  bool      // notices may have been missed: read on
}
