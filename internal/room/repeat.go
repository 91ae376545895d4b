package room

// Made reports whether the command can have made the event. If so, a command with the ID and the
// author of the event is a repetition. It returns true for every command of the machine and of the
// room itself: their IDs follow from the log, and the first command with an ID counts.
//
// It also returns true for an unknown event, which a newer program has stored.
//
// A repeated Create may have other settings. They do not count, and the command leads to the room.
func (c Command) Made(e Event) bool {
	if c.By == "" || c.By == Machine || c.By == Operator || is[Unknown](e) {
		return true
	}
	switch do := c.Do.(type) {
	case Create:
		return is[Created](e)
	case Sit:
		made, ok := e.(Joined)
		return ok && made.ID == c.By
	case Invite:
		made, ok := e.(Joined)
		return ok && isSeated(do.Level, made.Level) && made.ID == ""
	case Rename:
		made, ok := e.(Named)
		name, err := cleanName(do.Name)
		return ok && err == nil && made.Name == name && (do.Seat == 0 || made.Seat == do.Seat)
	case Move:
		made, ok := e.(Moved)
		return ok && made.Move == do.Move
	case Propose:
		made, ok := e.(Offered)
		return ok && made.What == do.What || isOutcomeOf(do.What, e)
	case Accept:
		return isOutcomeOf(do.What, e)
	case Decline:
		made, ok := e.(Declined)
		return ok && made.What == do.What
	case Resign:
		return is[Resigned](e)
	case Claim:
		made, ok := e.(Claimed)
		return ok && made.End != nil && do.Draw == (made.End.Winner == 0)
	case PlayAgain:
		return is[Rematch](e)
	case Emote:
		made, ok := e.(Emoted)
		return ok && made.Emote == do.Emote
	case Pace:
		made, ok := e.(Paced)
		return ok && made.MS == do.Every.Milliseconds() && made.Paused == do.Paused
	case Delegate:
		made, ok := e.(Delegated)
		return ok && made.Seat == do.Seat && (do.Level == "" && made.Level == "" || isSeated(do.Level, made.Level))
	case SetLevel:
		made, ok := e.(LevelSet)
		return ok && made.Seat == do.Seat && isSeated(do.Level, made.Level)
	case Admit:
		made, ok := e.(Admitted)
		return ok && made == Admitted(do)
	case Handover:
		made, ok := e.(SeatOffered)
		return ok && made.Hash == hashToken(do.Token)
	case Take:
		return is[SeatMoved](e)
	}
	return false
}

// isSeated reports whether level is what a room seats for a name.
func isSeated(name, level string) bool {
	l, err := SeatableLevel(name, false)
	return err == nil && l.Name == level
}

// isOutcomeOf reports whether the event is what accepting the offer leads to.
func isOutcomeOf(what Offer, e Event) bool {
	if what == OfferDraw {
		return is[Drawn](e)
	}
	return what == OfferTakeback && is[TakenBack](e)
}

func is[E Event](e Event) bool {
	_, ok := e.(E)
	return ok
}
