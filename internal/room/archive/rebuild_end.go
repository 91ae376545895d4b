package archive

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room"
)

const (
	// maxDrift bounds the time between a last move that ends the game and the recorded end:
	// the moves may have come through hubs with different clocks.
	maxDrift = 5 * time.Second

	endLayout = "2006-01-02T15:04:05.000Z"
)

// end ends the game as recorded. It does nothing if the last move has ended the game.
func (m *rebuilder) end() error {
	r := m.record
	ply := len(r.Moves)
	if err := m.credit(ply); err != nil {
		return err
	}
	last, over := m.now, m.state.End != nil
	m.now = truncate(r.Ended)
	switch {
	case m.now.Before(truncate(r.Started)):
		return &Flaw{-1, "ended", "The game ends before it begins."}
	case !over && r.Undone == 0 && m.now.Sub(last) > maxTook:
		return &Flaw{-1, "ended", "The last turn takes a year at most."}
	}
	if m.state.End == nil {
		if err := m.endByCommand(m.state.Turn()); err != nil {
			return err
		}
	}
	end := m.state.End
	switch {
	case r.Away != 0 && r.End.Reason != room.ReasonLeft:
		return &Flaw{-1, "away", "Nobody was away in a game that ended otherwise."}
	case end == nil || end.Reason != r.End.Reason:
		return &Flaw{ply, "", "The moves do not end that way."}
	case end.Winner != r.End.Winner:
		return &Flaw{ply, "", "The moves end with another result."}
	case r.By != 0 && r.By != m.state.EndedBy:
		return &Flaw{ply, "", "It was the other player who ended the game."}
	case over && r.Undone == 0 && m.now.Sub(last) > maxDrift:
		return &Flaw{-1, "ended", "By the times of its moves the game ended at " + last.Format(endLayout) + "."}
	case len(r.End.Cells) > 0 && fmt.Sprint(r.End.Cells) != fmt.Sprint(end.Cells):
		return &Flaw{ply, "", "The alignment is on other cells."}
	}
	return nil
}

// endByCommand ends the game by a command. turn is the seat to move.
func (m *rebuilder) endByCommand(turn room.Seat) error {
	r := m.record
	ply := len(r.Moves)
	by := r.By
	if !by.Valid() {
		by = turn // such as an agreed draw
		switch {
		case r.End.Reason == room.ReasonResigned && r.End.Winner.Valid():
			by = r.End.Winner.Other()
		case r.End.Reason == room.ReasonLeft && r.End.Winner.Valid():
			by = r.End.Winner
		}
	}
	hasAI := r.Players[0].IsAI() || r.Players[1].IsAI()
	switch r.End.Reason {
	case room.ReasonResigned:
		if r.Players[by-1].IsAI() {
			return &Flaw{ply, "", room.ErrAIPlaysOn.Text}
		}
		return m.do(ply, m.actor(by), room.Resign{})
	case room.ReasonAgreed:
		if hasAI {
			return &Flaw{ply, "", room.ErrAIPlaysOn.Text}
		}
		if r.Players[0].ID == r.Players[1].ID {
			return m.do(ply, m.actor(by), room.Propose{What: room.OfferDraw})
		}
		if err := m.do(ply, m.actor(by.Other()), room.Propose{What: room.OfferDraw}); err != nil {
			return err
		}
		return m.do(ply, m.actor(by), room.Accept{What: room.OfferDraw})
	case room.ReasonLeft:
		if hasAI {
			return &Flaw{ply, "", room.ErrNotAway.Text}
		}
		return m.claim(by)
	case room.ReasonTime:
		return m.flag(turn)
	default:
		return &Flaw{ply, "", "The moves do not end the game."}
	}
}

// claim ends the game by a claim of seat by, whose opponent was absent.
func (m *rebuilder) claim(by room.Seat) error {
	r := m.record
	ply := len(r.Moves)
	lasted := m.now.Sub(m.state.Started)
	away := time.Duration(r.Away) * time.Millisecond
	switch {
	case r.Away > lasted.Milliseconds():
		return &Flaw{-1, "away", "Nobody is away from a game for longer than it lasts."}
	case r.Clock.Slow():
		return &Flaw{ply, "", "In a game that is played over days nobody is away."}
	case r.Away == 0: // not recorded
		away = min(room.AwayLimit, lasted)
	}
	return m.do(ply, m.actor(by), room.Claim{Draw: r.End.Winner == 0, Away: away, Left: away < room.AwayLimit})
}

// flag ends the game because the player of seat turn has run out of time.
func (m *rebuilder) flag(turn room.Seat) error {
	r := m.record
	ply := len(r.Moves)
	flaw := &Flaw{ply, "", "No clock had run out by then."}
	if r.Undone == 0 {
		if err := m.do(ply, "", room.Expire{}); err != nil {
			return flaw
		}
		return nil
	}
	if r.Clock == nil || ply < r.Given+room.UntimedPlies {
		return flaw
	}
	// The room has no clock, so Expire would do nothing.
	return m.append(
		"",
		room.ExpireID(m.state.N),
		room.Flagged{Seat: turn, End: &room.Ending{Winner: turn.Other(), Reason: room.ReasonTime}},
	)
}
