package web

const (
	lobbyPerAddress = 10 // the maximum number of rooms of one address in a list of the lobby
	lobbyEmpty      = 10 // the maximum number of rooms in a list where no player is present
)

// shares counts the rooms in a list of the lobby. It bounds the rooms of each address, so that
// an address that opens many rooms does not push out the rooms of others.
type shares struct {
	perAddress map[string]int
	empty      int // rooms where no player is present: AI plays AI, or both players have left
}

// take reports whether the list may have a room, and if so counts the room.
func (s *shares) take(o *listing) bool {
	if o.from != "" && s.perAddress[o.from] == lobbyPerAddress || o.empty && s.empty == lobbyEmpty {
		return false
	}
	s.perAddress[o.from]++
	if o.empty {
		s.empty++
	}
	return true
}
