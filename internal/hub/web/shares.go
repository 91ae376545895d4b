package web

const (
	lobbyPerAddress = 10 // rooms of one address in a list of the lobby
	lobbyWithout    = 10 // rooms in it where no player is: AI plays AI, or both have left
)

// shares grants each address a part of a list of the lobby, so that one that opens many
// rooms does not push out those of others.
type shares struct {
	perAddress map[string]int
	without    int
}

// take counts a room, if the list may have it.
func (s *shares) take(o *listing) bool {
	if o.from != "" && s.perAddress[o.from] == lobbyPerAddress || o.empty && s.without == lobbyWithout {
		return false
	}
	s.perAddress[o.from]++
	if o.empty {
		s.without++
	}
	return true
}
