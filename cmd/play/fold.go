package main

import "slices"

// phase is the phase of a room.
type phase int

const (
	loading  phase = iota // no entry has been read yet
	waiting               // the second seat is free
	playing               // a game is in progress
	finished              // a game has ended; another may begin
	closed                // final
)

// roomState is the state of a room: a fold of its log. The zero value is the state
// before the first entry. Arrays of two are indexed by seat - 1.
type roomState struct {
	n        uint64 // number of the last entry folded
	owner    string // player ID of the creator
	imported bool   // the room holds one game read from a file; no rematch
	variant  string
	players  [2]player
	phase    phase
	closed   string // why the room was closed, in phase closed

	game           int      // number of the current game, from 1; 0 before the first
	first          seat     // the seat that moves first in this game
	moves          []string // of this game, in the game's notation
	end            *ending  // result of this game; nil while it is in progress
	last           lastMove
	switchedDevice seat // the seat whose player changed device since the last move; 0: none

	score   [2]int
	draws   int
	rematch [2]bool // the seats that asked for another game

	delegated [2]string // the levels at which the AI plays for people; empty: the person plays
	tookOver  seat      // the seat whose player has taken the turns back since the last move; 0: none
	levelSet  seat      // the AI's seat whose level was changed after this game; 0: none

	offer   offer   // the open offer
	ended   ended   // what became of the last offer, until the next move or offer
	advised [2]bool // whether each seat gets advice
	advice  advice  // for the current position
	emote   shownEmote

	time gameTime

	pace   int64 // milliseconds between moves, AI against AI
	paused bool
}

// lastMove is the last move that was played or taken back.
type lastMove struct {
	seat      seat
	move      string
	takenBack bool
}

// Kinds of offers.
const (
	offerDraw     = "draw"
	offerTakeback = "takeback"
)

// offer is a seat's open offer to the other seat. The zero value is no offer.
type offer struct {
	seat seat
	kind string
}

// ended is an offer that was declined, or withdrawn by the seat that made it. by is the seat
// that declined or withdrew it. The zero value is none.
type ended struct {
	offer offer
	by    seat
}

// advice is the move that the AI suggests to a seat. The zero value is none.
type advice struct {
	seat seat
	move string
}

// shownEmote is the last emote and the number of its entry.
type shownEmote struct {
	seat  seat
	emote string
	n     uint64
}

// turn returns whose turn it is, or 0 if no game is in progress.
func (s roomState) turn() seat {
	if s.phase != playing {
		return 0
	}
	if len(s.moves)%2 == 0 {
		return s.first
	}
	return s.first.other()
}

// seatOf returns the seat that player id holds, or 0, and whether id holds both seats.
func (s roomState) seatOf(id string) (mine seat, both bool) {
	if id == "" {
		return 0, false
	}
	holds := func(st seat) bool { return s.players[st-1].ID == id }
	switch {
	case holds(1):
		return 1, holds(2)
	case holds(2):
		return 2, false
	}
	return 0, false
}

// aiAgainstAI reports whether an AI plays both seats.
func (s roomState) aiAgainstAI() bool { return s.players[0].Level != "" && s.players[1].Level != "" }

// machinePlays reports whether an AI plays the turns of a seat now.
func (s roomState) machinePlays(st seat) bool {
	return s.players[st-1].Level != "" || s.phase == playing && s.delegated[st-1] != ""
}

// onlyMachines reports whether AIs play the turns of both seats now.
func (s roomState) onlyMachines() bool { return s.machinePlays(1) && s.machinePlays(2) }

// fold returns the state after one more entry. It is pure: it does not change s. Every
// change of a roomState goes through it. An entry of an unknown type only advances n. An
// entry that is not the next one is ignored.
func fold(s roomState, e entry) roomState {
	if e.N != s.n+1 {
		return s
	}
	s.n = e.N
	d := e.Data
	if (s.phase == loading) != (e.Type == "created") {
		return s
	}
	switch e.Type {
	case "joined", "named", "moved", "resigned", "rematch", "takenback", "offered", "declined", "advised", "emoted", "flagged", "seatmoved",
		"delegated", "levelset":
		if !d.Seat.valid() {
			return s
		}
	}
	switch e.Type {
	case "created":
		return foldCreated(s, e)
	case "joined":
		p := s.players[d.Seat-1]
		p.ID, p.Level, p.Name = d.Player, d.Level, d.Name
		s.players[d.Seat-1] = p
		return beginGame(s, s.first, 1, e.At)
	case "named":
		s.players[d.Seat-1].Name = d.Name
	case "moved":
		return foldMoved(s, e)
	case "takenback":
		return foldTakenBack(s, e)
	case "resigned", "drawn", "claimed", "flagged":
		s.time = s.time.stop(s.turn(), e.At)
		if e.Type == "flagged" {
			s.time.left[d.Seat-1] = 0
		}
		return finishGame(s, d.End)
	case "credited":
		s.time = s.time.credited(d.MS, e.At)
	case "rematch":
		if d.First.valid() {
			return beginGame(s, d.First, d.Game, e.At)
		}
		s.rematch[d.Seat-1] = true
	case "closed":
		s.phase, s.closed = closed, d.Reason
	case "offered":
		s.offer, s.ended = offer{seat: d.Seat, kind: d.Offer}, ended{}
	case "declined":
		s.offer, s.ended = offer{}, ended{offer: s.offer, by: d.Seat}
	case "advised":
		s.advice = advice{seat: d.Seat, move: d.Move}
	case "emoted":
		s.emote = shownEmote{seat: d.Seat, emote: d.Emote, n: e.N}
	case "seatmoved":
		return foldSeatMoved(s, d)
	case "delegated":
		s.delegated[d.Seat-1], s.tookOver = d.Level, 0
		if d.Level == "" {
			s.tookOver = d.Seat
		}
	case "levelset":
		s.players[d.Seat-1].Level, s.levelSet = d.Level, d.Seat
		s.last = lastMove{} // another level has played it
	case "paced":
		s.pace, s.paused = d.MS, d.Paused
	}
	return s
}

func foldCreated(s roomState, e entry) roomState {
	d := e.Data
	s.advised = d.Advice
	s.owner, s.variant, s.players, s.first, s.imported, s.pace = e.By, d.Variant, d.Players, d.First, d.Imported, d.Pace
	if !s.first.valid() {
		s.first = 1
	}
	s.phase = waiting
	s.time.setting = d.Clock
	if s.players[0].free() || s.players[1].free() {
		return s
	}
	return beginGame(s, s.first, 1, e.At)
}

func beginGame(s roomState, first seat, game int, at int64) roomState {
	s.phase, s.game, s.first = playing, game, first
	s.moves, s.end, s.last, s.switchedDevice = nil, nil, lastMove{}, 0
	s.tookOver, s.levelSet = 0, 0
	s.rematch, s.delegated = [2]bool{}, [2]string{}
	s.time = s.time.begin(at)
	return s.clearOfferAndAdvice()
}

func foldMoved(s roomState, e entry) roomState {
	d := e.Data
	s.time = s.time.moved(d.Seat, len(s.moves), d.MS, d.Lag, e.At)
	s.moves = append(slices.Clip(s.moves), d.Move)
	s.switchedDevice, s.tookOver, s.emote = 0, 0, shownEmote{}
	s.last = lastMove{seat: d.Seat, move: d.Move}
	// A draw offer of the mover stays open until the other seat has moved.
	before := s.offer
	s = s.clearOfferAndAdvice()
	if before.kind == offerDraw && before.seat == d.Seat {
		s.offer = before
	}
	if d.End != nil {
		return finishGame(s, d.End)
	}
	return s
}

// foldSeatMoved replaces a player's ID by another one. If the player holds both seats,
// both change.
func foldSeatMoved(s roomState, d event) roomState {
	oldID := s.players[d.Seat-1].ID
	for i := range s.players {
		if s.players[i].ID == oldID {
			s.players[i].ID = d.Player
		}
	}
	if s.owner == oldID {
		s.owner = d.Player
	}
	s.switchedDevice = d.Seat
	return s
}

func foldTakenBack(s roomState, e entry) roomState {
	ply := e.Data.Ply
	if ply < 0 || ply >= len(s.moves) {
		return s
	}
	s.last = lastMove{seat: e.Data.Seat, move: s.moves[ply], takenBack: true}
	if turn := s.turn(); turn.valid() {
		s.time = s.time.takenBack(turn, len(s.moves), ply, e.At)
	}
	s.moves = slices.Clone(s.moves[:ply])
	return s.clearOfferAndAdvice()
}

func finishGame(s roomState, end *ending) roomState {
	if end == nil || end.Winner < 0 || end.Winner > 2 {
		end = &ending{}
	}
	s.phase, s.end = finished, end
	if end.Winner.valid() {
		s.score[end.Winner-1]++
	} else {
		s.draws++
	}
	return s.clearOfferAndAdvice()
}

// clearOfferAndAdvice clears the offers and the advice, which are about the previous position.
func (s roomState) clearOfferAndAdvice() roomState {
	s.offer, s.ended, s.advice = offer{}, ended{}, advice{}
	return s
}
