package main

import (
	"fmt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// judge applies the next entry of a log to s. If the entry breaks a promise, judge returns the field
// of v that counts this fault, and the fault in words; s must not be used then. room.State checks what
// the state allows. judge also checks who has moved, the result, and the digests, except of the AI's
// moves: the hub leaves out what the AI thought, which was hashed.
func judge(s *room.State, e room.Entry, v *verdict) (field *int64, what string) {
	moved, isMove := e.Event.(room.Moved)
	switch e.Event.(type) {
	case room.Moved, room.Resigned, room.Drawn, room.Claimed, room.Flagged:
		if s.Phase != room.PhasePlaying {
			return &v.AfterEnd, fmt.Sprintf("(%s) comes after the game's end", e.Event.Kind())
		}
	}
	if isMove && moved.Seat == s.Turn() {
		ai := awaitsAI(s)
		if ai != (e.By == room.Machine) || !ai && e.By != s.Players[moved.Seat-1].ID {
			return &v.Strangers, fmt.Sprintf("is a move by %s, who does not hold the seat", e.By)
		}
	}
	if e.By != room.Machine && !e.Follows(s.Digest) || s.ApplyPublic(e) != nil || isMove && !hasResult(s, moved.End) {
		return &v.Illegal, fmt.Sprintf("is against the rules: %s", e.Raw())
	}
	return nil, ""
}

// awaitsAI reports whether it is an AI's turn: an AI holds the seat, or a person has delegated
// its turns.
func awaitsAI(s *room.State) bool {
	reply, owed := s.ReplyOwed()
	return owed && !reply.Advice
}

// hasResult reports whether the position of s has ended the game as end says; nil: not at all.
func hasResult(s *room.State, end *room.Ending) bool {
	outcome := s.Position.Outcome()
	winner := [...]room.Seat{rules.First: s.First, rules.Second: s.First.Other()}[outcome.Winner()]
	return outcome.Over() == (end != nil) && (end == nil || end.Winner == winner)
}
