package room

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
	// Create opens the room, with the actor in seat 1. Who moves first is drawn
	// by the caller, since Decide draws nothing.
	Create struct {
		Variant string
		Level   string // of the AI in seat 2; empty: a person will join
		Name    string
		Colour  string // the creator's
		First   Seat
	}

	// Sit takes the free seat.
	Sit struct{ Name string }

	// Rename changes the actor's nickname.
	Rename struct{ Name string }

	// Move plays a turn, in the game's notation.
	Move struct{ Move string }

	// Resign gives the game up.
	Resign struct{}

	// PlayAgain asks for another game or agrees to it.
	PlayAgain struct{}

	// Expire closes the room if nobody has come or moved for too long. Sweep
	// alone sends it.
	Expire struct{}
)

func (Create) action()    {}
func (Sit) action()       {}
func (Rename) action()    {}
func (Move) action()      {}
func (Resign) action()    {}
func (PlayAgain) action() {}
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
	ErrBadColour   = &Refusal{"bad_colour", "The discs come in red and in yellow."}
	ErrBadLevel    = &Refusal{"unknown_level", "There is no AI of that level."}
	ErrBadStarter  = &Refusal{"bad_request", "The first move belongs to seat 1 or seat 2."}
	ErrExists      = &Refusal{"room_exists", "There is such a room already."}
	ErrNoRoom      = &Refusal{"unknown_room", "There is no such room, or no longer."}
	ErrNotSeated   = &Refusal{"not_your_seat", "Only the two players can do that: you are watching."}
	ErrNotYourTurn = &Refusal{"not_your_turn", "It is the other player's turn."}
	ErrStale       = &Refusal{"stale", "The position has changed in the meantime."}
	ErrAhead       = &Refusal{"ahead", "You have seen more than the room holds: reload it."}
	ErrSeatTaken   = &Refusal{"seat_taken", "Both seats are taken: you can watch."}
	ErrSeated      = &Refusal{"already_seated", "You have a seat in this room already."}
	ErrAsked       = &Refusal{"already_asked", "You have asked for another game already."}
	ErrNotStarted  = &Refusal{"not_started", "The game starts when somebody takes the second seat."}
	ErrGameOver    = &Refusal{"game_over", "The game is over."}
	ErrGameRunning = &Refusal{"game_running", "The game is not over yet."}
	ErrClosed      = &Refusal{"room_closed", "This room is closed."}
	ErrFull        = &Refusal{"room_full", "This room has seen enough games: open a new one."}
	ErrNothingDue  = &Refusal{"nothing_due", "Nothing is overdue in this room."}
	ErrBusy        = &Refusal{"busy", "Too many wrote to this room at the same moment."}
)
