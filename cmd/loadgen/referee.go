package main

import (
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// fault is a way in which an entry breaks a promise.
type fault string

const (
	noFault  fault = ""
	afterEnd fault = "after_end" // a move after the end of the game
	stranger fault = "stranger"  // a move by somebody other than the seat's player
	illegal  fault = "illegal"   // against the rules, or a wrong result
)

// judge applies the next entry of a log to s, and returns its fault. After a fault s must not be
// used. room.State checks what the state allows. judge also checks who has moved, the result, and the
// digests, except of the AI's moves: the hub leaves out what the AI thought, which was hashed.
func judge(s *room.State, e room.Entry) fault {
	moved, isMove := e.Event.(room.Moved)
	switch e.Event.(type) {
	case room.Moved, room.Resigned, room.Drawn, room.Claimed, room.Flagged:
		if s.Phase != room.PhasePlaying {
			return afterEnd
		}
	}
	if isMove && moved.Seat == s.Turn() {
		ai := awaitsAI(s)
		if ai != (e.By == room.Machine) || !ai && e.By != s.Players[moved.Seat-1].ID {
			return stranger
		}
	}
	if e.By != room.Machine && !e.Follows(s.Digest) || s.ApplyPublic(e) != nil {
		return illegal
	}
	if isMove && !hasResult(s, moved.End) {
		return illegal
	}
	return noFault
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
	if !outcome.Over() || end == nil {
		return !outcome.Over() && end == nil
	}
	winner := room.Seat(0)
	switch outcome.Winner() {
	case rules.First:
		winner = s.First
	case rules.Second:
		winner = s.First.Other()
	}
	return end.Winner == winner
}
