package main

import "github.com/quatre/quatre/internal/room"

// news is what has just happened in a room, for the remarks: room.State has only what holds now.
type news struct {
	last           lastMove
	scoreAsked     bool         // the AI's thought about its last move was asked for, and has not come
	score          string       // what the AI thinks of its last move; empty: not known
	switchedDevice room.Seat    // the seat whose player changed device since the last move; 0: none
	tookOver       room.Seat    // the seat whose player has taken the turns back since the last move; 0: none
	levelSet       room.Seat    // the AI's seat whose level was changed after this game; 0: none
	declined       room.Offered // the last offer, if it was declined or withdrawn; until the next move or offer
	declinedBy     room.Seat    // the seat that declined or withdrew it
	emote          room.Emoted  // the last emote; Seat 0: none
}

// lastMove is the last move that was played or taken back.
type lastMove struct {
	seat      room.Seat
	move      string
	takenBack bool
}

// follow folds the next entry into the state and the news of the room.
func (m *model) follow(e room.Entry) error {
	before, next := m.room, m.room.Clone()
	if err := next.ApplyPublic(e); err != nil {
		return err
	}
	m.room = next
	n := &m.news
	switch ev := e.Event.(type) {
	case room.Moved:
		*n = news{last: lastMove{seat: ev.Seat, move: ev.Move}}
	case room.TakenBack:
		n.last, n.declinedBy = lastMove{ev.Seat, before.Moves[ev.Ply], true}, 0
	case room.Offered, room.Resigned, room.Drawn, room.Claimed, room.Flagged:
		n.declinedBy = 0
	case room.Declined:
		n.declined, n.declinedBy = before.Offered, ev.Seat
	case room.Emoted:
		n.emote = ev
	case room.SeatMoved:
		n.switchedDevice = ev.Seat
	case room.Delegated:
		n.tookOver = 0
		if ev.Level == "" {
			n.tookOver = ev.Seat
		}
	case room.LevelSet:
		n.levelSet, n.last = ev.Seat, lastMove{} // another level has played it
	case room.Rematch:
		if ev.First.Valid() {
			*n, m.replay = news{emote: n.emote}, replay{}
		}
	}
	return nil
}
