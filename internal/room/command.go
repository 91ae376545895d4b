package room

import "time"

// Command is a wish to change a room: who wants what, having seen which entry.
type Command struct {
	// ID is the actor's own name for this command, 1 to MaxCommandID bytes. Sent
	// again with the same ID the command is acknowledged, not carried out again.
	ID string

	// By is who asks. The caller has authenticated it.
	By PlayerID

	// Seen is the number of the last entry that the actor had seen.
	Seen uint64

	Do Action
}

// Action is what a command wants done.
type Action interface{ action() }

type (
	// Create opens the room. Who moves first in the first game, where Starter
	// leaves that to chance, is drawn by the caller, since Decide draws nothing.
	Create struct {
		Variant string
		Levels  [2]string // of the AIs in the seats; empty: a person's. Seat 1 is an AI's only if both are
		Self    bool      // the creator holds both seats
		Names   [2]string
		Colours [2]string // empty: the first ones that are free
		First   Seat
		Starter Starter
		Clock   *Clock  // nil: none
		Advice  [2]bool // by seat
		Open    bool    // listed for everybody
		Pace    time.Duration

		Imported bool // for games that were played elsewhere
	}

	// Sit takes the free seat.
	Sit struct{ Name string }

	// Invite seats an AI in the free seat. It is the owner's to do.
	Invite struct{ Level string }

	// Rename changes a nickname: the actor's, or in a room where the actor holds
	// both seats that of Seat.
	Rename struct {
		Name string
		Seat Seat
	}

	// Move plays a turn, in the game's notation. Lag is what the network takes of
	// it, as the caller has measured.
	Move struct {
		Move string
		Lag  time.Duration
	}

	// Advise suggests a move to the player whose turn it is. Only the Machine
	// does.
	Advise struct {
		Move  string
		Value Value
	}

	// Propose makes an offer. A takeback that nobody else must allow is carried
	// out at once; an offer that the other has made already is accepted.
	Propose struct{ What Offer }

	// Accept agrees to the other's offer.
	Accept struct{ What Offer }

	// Decline refuses the other's offer, or withdraws one's own.
	Decline struct{ What Offer }

	// Resign gives the game up.
	Resign struct{}

	// Claim ends a game whose other player is away. For how long, and whether that
	// player said goodbye, the caller has seen.
	Claim struct {
		Draw bool // be content with a draw
		Away time.Duration
		Left bool
	}

	// PlayAgain asks for another game or agrees to it. First is who moves first if
	// the room leaves that to chance, drawn by the caller.
	PlayAgain struct{ First Seat }

	// Emote shows one of Emotes.
	Emote struct{ Emote string }

	// Pace sets how AI against AI goes on. It is the owner's to do.
	Pace struct {
		Every  time.Duration
		Paused bool
	}

	// Handover lets whoever knows Token, a secret that the actor has drawn, take the
	// actor's seat within SeatLinkLife, once.
	Handover struct{ Token string }

	// Take takes the seat that was handed over with this token.
	Take struct{ Token string }

	// Close ends the room, and without a result the game that is on. Only the
	// Operator does.
	Close struct{ Note string }

	// Credit gives the turn that is on the time of an outage back. Nobody asks for
	// it: the process that saw the outage does.
	Credit struct{ Since, Until time.Time }

	// Expire does what the passing of time asks for: it ends a game whose clock has
	// run out, and closes the room if nobody has come or moved for too long. Sweep
	// alone sends it.
	Expire struct{}
)

func (Create) action()    {}
func (Sit) action()       {}
func (Invite) action()    {}
func (Rename) action()    {}
func (Move) action()      {}
func (Advise) action()    {}
func (Propose) action()   {}
func (Accept) action()    {}
func (Decline) action()   {}
func (Resign) action()    {}
func (Claim) action()     {}
func (PlayAgain) action() {}
func (Emote) action()     {}
func (Pace) action()      {}
func (Handover) action()  {}
func (Take) action()      {}
func (Close) action()     {}
func (Credit) action()    {}
func (Expire) action()    {}

// Refusal is a command's rejection: nothing was stored. Codes are part of the
// public protocol; docs/asyncapi.yaml lists them. Besides those below, a move
// is refused with the codes of package rules.
type Refusal struct {
	Code string
	Text string // a sentence for people
}

func (r *Refusal) Error() string { return r.Text }

// The refusals.
var (
	ErrBadCommand  = &Refusal{"bad_command", "A command needs an id of 1 to 64 bytes."}
	ErrBadName     = &Refusal{"bad_name", "A nickname has at most 24 characters, all of them printable."}
	ErrBadColour   = &Refusal{"bad_colour", "The discs come in red, yellow, blue, green, violet and white, and each player's in another one."}
	ErrBadLevel    = &Refusal{"unknown_level", "There is no AI of that level."}
	ErrBadStarter  = &Refusal{"bad_starter", "The first move belongs to me, the other, the loser, whoever did not start last, or chance."}
	ErrBadClock    = &Refusal{"bad_clock", "A clock gives 5 seconds to 24 hours a move, or 10 seconds to 3 hours and up to 3 minutes more with each move. AI against AI has none."}
	ErrBadAdvice   = &Refusal{"bad_advice", "Advice is for people who play."}
	ErrBadPace     = &Refusal{"bad_pace", "Two AIs take at most 10 seconds between their moves, and nobody else is paced."}
	ErrBadSeat     = &Refusal{"bad_seat", "That is not your seat."}
	ErrExists      = &Refusal{"room_exists", "There is such a room already."}
	ErrNoRoom      = &Refusal{"unknown_room", "There is no such room, or no longer."}
	ErrNotSeated   = &Refusal{"not_your_seat", "Only the two players can do that: you are watching."}
	ErrNotYourTurn = &Refusal{"not_your_turn", "It is the other player's turn."}
	ErrStale       = &Refusal{"stale", "The position has changed in the meantime."}
	ErrAhead       = &Refusal{"ahead", "You have seen more than the room holds: reload it."}
	ErrSeatTaken   = &Refusal{"seat_taken", "Both seats are taken: you can watch."}
	ErrSeated      = &Refusal{"already_seated", "You have a seat in this room already."}
	ErrAsked       = &Refusal{"already_asked", "You have asked for another game already."}
	ErrNotOwner    = &Refusal{"not_owner", "Only whoever opened this room can do that."}
	ErrNotStarted  = &Refusal{"not_started", "The game starts when somebody takes the second seat."}
	ErrGameOver    = &Refusal{"game_over", "The game is over."}
	ErrGameRunning = &Refusal{"game_running", "The game is not over yet."}
	ErrTimeUp      = &Refusal{"time_up", "The time is up."}
	ErrNoOffer     = &Refusal{"no_offer", "There is no such offer, or no longer."}
	ErrOffered     = &Refusal{"already_offered", "There is an offer already, or you have made it in this position before."}
	ErrAIPlaysOn   = &Refusal{"ai_plays_on", "The AI plays on."}
	ErrNothingBack = &Refusal{"nothing_to_take_back", "You have no move to take back."}
	ErrNoTimeBack  = &Refusal{"no_time_to_take_back", "The clock does not allow that."}
	ErrTooOften    = &Refusal{"too_often", "That was done often enough in this game."}
	ErrNotAway     = &Refusal{"not_away", "The other player is here, or has not been away long enough."}
	ErrBadEmote    = &Refusal{"unknown_emote", "There is no such emote."}
	ErrEmotes      = &Refusal{"too_many_emotes", "That was enough for the moment."}
	ErrImported    = &Refusal{"imported", "This game was played elsewhere: open a new room to play."}
	ErrBadToken    = &Refusal{"bad_token", "The token of a seat is 22 to 64 letters, digits, hyphens and underscores."}
	ErrBadSeatLink = &Refusal{"bad_seat_link", "This link to a seat was used, or a newer one has replaced it."}
	ErrSeatLinkOld = &Refusal{"seat_link_expired", "This link to a seat has expired: make a new one where you play."}
	ErrClosed      = &Refusal{"room_closed", "This room is closed."}
	ErrFull        = &Refusal{"room_full", "This room has seen enough games: open a new one."}
	ErrNothingDue  = &Refusal{"nothing_due", "Nothing is overdue in this room."}
	ErrBusy        = &Refusal{"busy", "Too many wrote to this room at the same moment."}
)
