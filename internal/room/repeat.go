package room

// Made reports whether the event can be what the command has made, so that the command
// is the same one sent again. Commands of the machine and of the room itself have IDs that
// follow from the log, and may differ in the rest: the first one counts.
//
// What an unknown event was made by is unknown: a newer program has stored it.
//
// The request that opens a room may be sent again with other settings, which do not
// count: it leads to the room.
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
		return ok && made.Level == do.Level && made.ID == ""
	case Rename:
		made, ok := e.(Named)
		name, err := cleanName(do.Name)
		return ok && err == nil && made.Name == name && (do.Seat == 0 || made.Seat == do.Seat)
	case Move:
		made, ok := e.(Moved)
		return ok && made.Move == do.Move
	case Propose:
		made, ok := e.(Offered)
		return ok && made.What == do.What || madeBy(do.What, e)
	case Accept:
		return madeBy(do.What, e)
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

// madeBy reports whether the event is what an offer that both players make leads to.
func madeBy(what Offer, e Event) bool {
	if what == OfferDraw {
		return is[Drawn](e)
	}
	return what == OfferTakeback && is[TakenBack](e)
}

func is[E Event](e Event) bool {
	_, ok := e.(E)
	return ok
}
