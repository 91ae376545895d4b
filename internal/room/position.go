package room

import (
	"fmt"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// The games of a room may begin at a position: after moves that were made elsewhere, the given
// moves. They are the first of State.Moves and Record.Moves. They took no time, nobody can take
// them back, and the clock's untimed turns come after them. All games of the room begin at the
// same position; its Starter says who moves first there.

// Source says where a position comes from: "ROOM/3", a finished game, or "puzzle 2026-11-28". The
// creator of the room says it, and nobody checks that it is true.
type Source string

func (s Source) valid() bool {
	if day, found := strings.CutPrefix(string(s), "puzzle "); found {
		_, err := time.Parse(time.DateOnly, day)
		return err == nil
	}
	_, err := ParseGameID(string(s))
	return s == "" || err == nil
}

// The codes of refused positions. The text names the move.
const (
	CodeBadPosition  = rules.CodeBadPosition // a move is not legal
	CodePositionOver = "position_over"       // the game is over
	CodePositionLong = "position_too_long"   // more moves than a game can have
)

var ErrBadSource = &Refusal{"bad_source", "A position comes from a game, like ROOM/3, or from a puzzle, like puzzle 2026-11-28."}

// SplitPosition returns the moves in a text. Of an unknown variant it returns none: Create refuses it.
func SplitPosition(variant, text string) []string {
	game, err := rules.Parse(variant)
	if err != nil {
		return nil
	}
	return rules.SplitMoves(game, text)
}

// readPosition checks given moves and their source. It returns the moves as their game writes them.
func readPosition(game rules.Game, moves []string, from Source) (read []string, err error) {
	if len(moves) > game.MaxPlies() {
		return nil, &Refusal{CodePositionLong, fmt.Sprintf("The position has %d moves; a game has %d at most.", len(moves), game.MaxPlies())}
	}
	if !from.valid() || from != "" && len(moves) == 0 {
		return nil, ErrBadSource
	}
	p := game.Start()
	for i, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, &Refusal{CodeBadPosition, fmt.Sprintf("Move %d of the position, %.20q, is not possible: %v", i+1, text, err)}
		}
		read = append(read, p.FormatMove(m))
		if p.Play(m); p.Outcome().Over() {
			return nil, &Refusal{CodePositionOver, fmt.Sprintf("With move %d of the position the game is over.", i+1)}
		}
	}
	return read, nil
}

// give begins the moves with those of a position.
func (s *State) give(moves []string, from Source) {
	s.Given, s.From = len(moves), from
	s.Moves = append([]string(nil), moves...)
	s.MS = append([]int64(nil), make([]int64, len(moves))...)
	s.Lag = append([]int64(nil), s.MS...)
}
