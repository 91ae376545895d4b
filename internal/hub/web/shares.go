package web

import (
	"slices"

	"github.com/quatre/quatre/internal/room"
)

const (
	lobbyPerAddress = 10 // the maximum number of rooms of one address in a page of a list of the lobby
	lobbyEmpty      = 10 // the maximum number of rooms in a page where no player is present
)

// shares chooses the rooms of a list of the lobby. It bounds the rooms of each address, so that an
// address that opens many rooms does not push out the rooms of others. In the same way a player who
// opens many rooms does not push out those of others behind the same address.
type shares struct {
	pages  int
	chosen []*listing
	of     map[string][]*listing // those of each address
	empty  int                   // rooms where no player is present: AI plays AI, or both players have left
}

// take adds a room. It reports whether it has left out none: neither this one, nor another one of a
// player who has at least two more rooms at the same address.
func (s *shares) take(o *listing) bool {
	if o.empty && s.empty == s.pages*lobbyEmpty {
		return false
	}
	full := o.from != "" && len(s.of[o.from]) == s.pages*lobbyPerAddress
	if full && !s.makeRoom(o) {
		return false
	}
	s.chosen, s.of[o.from] = append(s.chosen, o), append(s.of[o.from], o)
	if o.empty {
		s.empty++
	}
	return !full
}

// makeRoom leaves out a room in favour of o. It returns false if no player has too many.
func (s *shares) makeRoom(o *listing) bool {
	own, rooms, most := s.of[o.from], map[room.PlayerID]int{}, 0
	for _, other := range own {
		rooms[other.owner]++
	}
	for i := range own {
		if rooms[own[i].owner] >= rooms[own[most].owner] {
			most = i
		}
	}
	out := own[most]
	if rooms[out.owner] < rooms[o.owner]+2 {
		return false
	}
	s.of[o.from] = slices.Delete(own, most, most+1)
	s.chosen = slices.DeleteFunc(s.chosen, func(other *listing) bool { return other == out })
	if out.empty {
		s.empty--
	}
	return true
}
