package room

import "time"

// Command is what a player wants to happen in a room.
type Command struct {
	// ID is the player's own name for this command. ValidCommandID says which are allowed.
	// A command that is sent again with the same ID is acknowledged, not carried out again.
	// Another command with the same ID is refused.
	ID string

	// By is the player. The caller has authenticated it.
	By PlayerID

	// Seen is the number of the last entry that the player has seen.
	Seen uint64

	Do Action

	// Origin is the origin of a Create. It becomes Effects.Origin and is not in the entry.
	Origin string
}

// Action is the content of a command.
type Action interface{ action() }

type (
	// Create creates the room. The seat First makes the first move of the first game. If
	// Starter is StarterRandom, the caller draws First at random, because Decide is
	// deterministic.
	Create struct {
		Variant string
		Levels  [2]string // level of the AI on each seat; empty: a person's seat. If seat 1 has an AI, seat 2 must have one
		Self    bool      // the creator holds both seats
		Names   [2]string
		Colours [2]string // empty: the first free colours
		First   Seat
		Starter Starter
		Clock   *Clock  // nil: no clock
		Advice  [2]bool // whether each seat gets advice
		Open    bool    // listed for everybody
		Pace    time.Duration

		Imported bool // the games were played elsewhere

		NoSpectators bool // only the players and the owner may watch
		Thoughts     bool // the AI's thoughts are shown during a game
	}

	// Sit seats the player on the free seat.
	Sit struct{ Name string }

	// Invite seats an AI on the free seat. Only the owner may send it.
	Invite struct{ Level string }

	// Rename changes the player's nickname on a seat.
	Rename struct {
		Name string
		Seat Seat // must be the player's; 0: the player's only seat, or seat 1 of both
	}

	// Move plays a turn, in the notation of the game. Lag is the network's part of the
	// turn, as measured by the caller. Only Machine can set Hurried and Thought. Hurried says
	// that the AI had less than its budget, because other turns were waiting. A Thought beyond
	// its limits is not stored.
	Move struct {
		Move    string
		Lag     time.Duration
		Hurried bool
		Thought *Thought
	}

	// Advise suggests a move to the player to move. Only Machine may send it.
	Advise struct {
		Move  string
		Value Value
	}

	// Propose makes an offer. A takeback that needs nobody's consent is carried out at
	// once. If the other player has made the same offer, it is accepted.
	Propose struct{ What Offer }

	// Accept agrees to the other player's offer.
	Accept struct{ What Offer }

	// Decline refuses the other player's offer, or withdraws the player's own.
	Decline struct{ What Offer }

	// Resign gives up the game.
	Resign struct{}

	// Claim ends a game because the opponent is absent. The caller sets Away to the length
	// of the absence, and Left if the opponent said goodbye.
	Claim struct {
		Draw bool // claim a draw instead of a win
		Away time.Duration
		Left bool
	}

	// PlayAgain asks for another game or agrees to it. If the room's Starter is
	// StarterRandom, the seat First makes the first move. The caller draws First at random.
	PlayAgain struct{ First Seat }

	// Emote shows an emote, one of Emotes.
	Emote struct{ Emote string }

	// Pace sets the speed of AI against AI. Only the owner may send it.
	Pace struct {
		Every  time.Duration
		Paused bool
	}

	// Delegate lets the AI play the turns of the player's seat at Level, until the end of the
	// game. Without a Level, the player takes the turns back.
	Delegate struct {
		Seat  Seat
		Level string
	}

	// SetLevel changes the level of the AI on a seat, between two games. Only the AI's opponent
	// may send it; where AI plays AI, only the owner.
	SetLevel struct {
		Seat  Seat
		Level string
	}

	// Admit lets spectators in, or shuts them out. Only the owner may send it.
	Admit struct{ Spectators bool }

	// Handover offers the player's seat, for SeatLinkLife, to the first person who knows
	// Token. The player has drawn the token at random and keeps it secret.
	Handover struct{ Token string }

	// Take takes the seat that was offered with this token.
	Take struct{ Token string }

	// Close ends the room, and the present game without a result. Only Operator may send it.
	Close struct{ Note string }

	// Credit gives the present turn back the time of an outage. The process that saw the
	// outage sends it.
	Credit struct{ Since, Until time.Time }

	// Expire ends a game whose clock has run out, or closes a room that has had no entry
	// for UnjoinedLimit or AbandonedLimit. Only a sweep sends it.
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
func (Delegate) action()  {}
func (SetLevel) action()  {}
func (Admit) action()     {}
func (Handover) action()  {}
func (Take) action()      {}
func (Close) action()     {}
func (Credit) action()    {}
func (Expire) action()    {}

// Refusal is the error for a command that is not allowed; nothing was stored. Codes are
// part of the public protocol: docs/asyncapi.yaml lists them. A move may also be refused
// with the codes of package rules.
type Refusal struct {
	Code string
	Text string // a sentence for people
}

func (r *Refusal) Error() string { return r.Text }

// Refusals of commands.
var (
	ErrBadCommand  = &Refusal{"bad_command", "A command needs an id of 1 to 64 bytes, in JSON too."}
	ErrIDUsed      = &Refusal{"id_used", "You have used this id for another command."}
	ErrBadName     = &Refusal{"bad_name", "A nickname has at most 24 characters, all of them visible."}
	ErrReserved    = &Refusal{"reserved_name", "That nickname could be mistaken for an AI or for the people who run this service."}
	ErrBadColour   = &Refusal{"bad_colour", "Colours are red, yellow, blue, green, violet and white. The players need different ones."}
	ErrBadLevel    = &Refusal{"unknown_level", "There is no AI of that level."}
	ErrBadStarter  = &Refusal{"bad_starter", "The starter is me, other, random, loser or alternate."}
	ErrBadClock    = &Refusal{"bad_clock", "A clock has 5 seconds to 24 hours a move, or 10 seconds to 3 hours plus up to 3 minutes a move. AI against AI has none."}
	ErrBadAdvice   = &Refusal{"bad_advice", "Advice is for people who play."}
	ErrBadPace     = &Refusal{"bad_pace", "The pace is for AI against AI, and at most 10 seconds."}
	ErrBadSeat     = &Refusal{"bad_seat", "That is not your seat."}
	ErrExists      = &Refusal{"room_exists", "This room exists already."}
	ErrNoRoom      = &Refusal{"unknown_room", "This room does not exist, or no longer exists."}
	ErrNotSeated   = &Refusal{"not_your_seat", "Only the two players can do that: you are watching."}
	ErrNotYourTurn = &Refusal{"not_your_turn", "It is the other player's turn."}
	ErrStale       = &Refusal{"stale", "The position has changed in the meantime."}
	ErrAhead       = &Refusal{"ahead", "You have seen more than the room holds: reload it."}
	ErrSeatTaken   = &Refusal{"seat_taken", "Both seats are taken: you can watch."}
	ErrSeated      = &Refusal{"already_seated", "You have a seat in this room already."}
	ErrAsked       = &Refusal{"already_asked", "You have asked for another game already."}
	ErrNotOwner    = &Refusal{"not_owner", "Only the player who opened this room can do that."}
	ErrNotStarted  = &Refusal{"not_started", "The game starts when somebody takes the second seat."}
	ErrGameOver    = &Refusal{"game_over", "The game is over."}
	ErrGameRunning = &Refusal{"game_running", "The game is not over yet."}
	ErrTimeUp      = &Refusal{"time_up", "The time is up."}
	ErrNoOffer     = &Refusal{"no_offer", "There is no such offer any more."}
	ErrOffered     = &Refusal{"already_offered", "There is an offer already, or you have made this one in this position before."}
	ErrAIPlaysOn   = &Refusal{"ai_plays_on", "The AI plays on."}
	ErrNothingBack = &Refusal{"nothing_to_take_back", "You have no move to take back."}
	ErrNoTimeBack  = &Refusal{"no_time_to_take_back", "The clock does not allow that."}
	ErrTooOften    = &Refusal{"too_often", "You have done that too often in this game."}
	ErrNotAway     = &Refusal{"not_away", "The other player is here, or has not been away long enough."}
	ErrBadEmote    = &Refusal{"unknown_emote", "There is no such emote."}
	ErrEmotes      = &Refusal{"too_many_emotes", "Too many emotes. Wait a moment."}
	ErrDelegated   = &Refusal{"delegated", "The AI plays your turns: take them back first."}
	ErrNotDeleg    = &Refusal{"not_delegated", "You play this seat yourself already."}
	ErrImported    = &Refusal{"imported", "This game was played elsewhere: open a new room to play."}
	ErrBadToken    = &Refusal{"bad_token", "A seat token has 22 to 64 letters, digits, hyphens or underscores."}
	ErrBadSeatLink = &Refusal{"bad_seat_link", "This link to a seat was used, or a newer one has replaced it."}
	ErrSeatLinkOld = &Refusal{"seat_link_expired", "This link to a seat has expired: make a new one where you play."}
	ErrClosed      = &Refusal{"room_closed", "This room is closed."}
	ErrFull        = &Refusal{"room_full", "This room is full: open a new one."}
	ErrNothingDue  = &Refusal{"nothing_due", "Nothing is overdue in this room."}
	ErrBusy        = &Refusal{"busy", "The room is busy. Try again."}
)
