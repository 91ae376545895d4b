package web

import (
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/trace"
)

// createBody is what POST /api/rooms takes.
type createBody struct {
	ID          string      `json:"id"`
	Variant     string      `json:"variant"`
	Opponent    string      `json:"opponent"` // human, ai:LEVEL, self or watch
	Levels      [2]string   `json:"levels"`
	Pace        int64       `json:"pace"`
	Starter     string      `json:"starter"`
	Colour      string      `json:"colour"`
	OtherColour string      `json:"other_colour"`
	Name        string      `json:"name"`
	OtherName   string      `json:"other_name"`
	Clock       *room.Clock `json:"clock"`
	Advice      string      `json:"advice"`
	Open        *bool       `json:"open"`
	Spectators  *bool       `json:"spectators"` // absent: spectators are admitted
	Thoughts    bool        `json:"thoughts"`   // the AI's thoughts are shown during a game
}

// action returns the command that the body asks for. ok is false for an invalid body.
func (b *createBody) action() (do room.Create, ok bool) {
	do = room.Create{
		Variant: b.Variant, Names: [2]string{b.Name, b.OtherName}, Colours: [2]string{b.Colour, b.OtherColour},
		Starter: room.Starter(b.Starter), Clock: b.Clock, Pace: wire.Milliseconds(b.Pace),
		Thoughts: b.Thoughts,
	}
	level, isAI := strings.CutPrefix(b.Opponent, "ai:")
	switch {
	case isAI && level != "":
		do.Levels[1] = level
	case b.Opponent == "self":
		do.Self = true
	case b.Opponent == "watch":
		do.Levels, do.Open = b.Levels, true
		if b.Levels[0] == "" || b.Levels[1] == "" {
			return do, false
		}
	case b.Opponent != "human":
		return do, false
	}
	if b.Open != nil {
		do.Open = *b.Open
	}
	do.NoSpectators = b.Spectators != nil && !*b.Spectators
	switch b.Advice {
	case "", "none":
	case "1":
		do.Advice = [2]bool{true, false}
	case "2":
		do.Advice = [2]bool{false, true}
	case "both":
		do.Advice = [2]bool{true, true}
	default:
		return do, false
	}
	do.First = firstOf(do.Starter)
	return do, true
}

// firstOf returns the seat that moves first in a room's first game.
func firstOf(s room.Starter) room.Seat {
	switch s {
	case room.StarterOther:
		return 2
	case room.StarterRandom, room.StarterLoser:
		return room.Seat(1 + rand.IntN(2))
	default:
		return 1
	}
}

// CreateRoom is POST /api/rooms.
func (s *Server) CreateRoom(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r)
	var body createBody
	if !s.readJSON(w, r, &body) {
		return
	}
	do, ok := body.action()
	if !ok {
		s.writeFailure(w, wire.FailBadRequest)
		return
	}
	if !s.mayCreate(w, r, who.player(), do.Open) {
		return
	}
	created := play.NewReplica(who.room(body.ID))
	f := s.cfg.Trace.Frame()
	caller := limits.CallerOf(r)
	n, err := s.cfg.Rooms.ExecutorFor(s.guard.Account(caller)).Play(f.Context(r.Context()), created, room.Command{
		ID: body.ID, By: who.player(), Do: do, Origin: caller.Origin(),
	})
	if err != nil {
		s.writeError(w, err)
		return
	}
	s.cfg.Record.Acknowledged("create")
	f.End(trace.Command{Kind: "create", Room: created.ID(), Player: who.player(), N: n})
	s.cfg.Record.Log.Info("room created", "room", created.ID(), "player", who.player(),
		"variant", do.Variant, "opponent", body.Opponent, "request", requestID(w))
	w.Header().Set("Location", "/r/"+string(created.ID()))
	writeRoom(w, http.StatusCreated, created)
}
