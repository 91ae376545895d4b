package room

import (
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// MaxPace is the longest pause between two moves of AI against AI.
const MaxPace = 10 * time.Second

func decideCreate(s *State, by PlayerID, do Create) (Event, error) {
	if s.Phase != PhaseNone {
		return nil, ErrExists
	}
	game, err := rules.Parse(do.Variant)
	if err != nil {
		return nil, AsRefusal(err)
	}
	players, err := newPlayers(by, do)
	switch {
	case err != nil:
		return nil, err
	case !do.First.Valid() || !do.Starter.valid():
		return nil, ErrBadStarter
	}
	bothAI := players[0].IsAI()
	if do.Clock != nil && (bothAI || !do.Clock.Valid()) {
		return nil, ErrBadClock
	}
	if do.Pace < 0 || do.Pace > MaxPace || do.Pace != 0 && !bothAI {
		return nil, ErrBadPace
	}
	for i, wanted := range do.Advice {
		if wanted && players[i].IsAI() {
			return nil, ErrBadAdvice
		}
	}
	return Created{
		Variant: game.Variant(), Players: players, First: do.First, Starter: do.Starter, Clock: do.Clock,
		Advice: do.Advice, Open: do.Open, Pace: do.Pace.Milliseconds(), Imported: do.Imported,
		NoSpectators: do.NoSpectators, Thoughts: do.Thoughts,
	}, nil
}

func (s Starter) valid() bool {
	switch s {
	case "", StarterMe, StarterOther, StarterRandom, StarterLoser, StarterAlternate:
		return true
	}
	return false
}

// newPlayers returns the holders of both seats of a new room.
func newPlayers(by PlayerID, do Create) (players [2]Player, err error) {
	if do.Levels[0] != "" && do.Levels[1] == "" || do.Self && do.Levels != [2]string{} {
		return players, ErrBadSeat
	}
	if do.Colours, err = fillColours(do.Colours); err != nil {
		return players, err
	}
	for i := range players {
		p := Player{Level: do.Levels[i], Colour: do.Colours[i]}
		if p.Level != "" {
			level, err := SeatableLevel(p.Level, do.Imported)
			if err != nil {
				return players, err
			}
			p.Level = level.Name
		} else if i == 0 || do.Self {
			p.ID = by
			clean := cleanName
			if do.Imported {
				clean = storedName
			}
			if p.Name, err = clean(do.Names[i]); err != nil {
				return players, err
			}
		}
		players[i] = p
	}
	return players, nil
}

// fillColours chooses a colour for each seat that has none, and checks that the two colours
// differ.
func fillColours(wish [2]string) ([2]string, error) {
	for i, c := range wish {
		if c != "" && !slices.Contains(Colours, c) {
			return wish, ErrBadColour
		}
		if c != "" {
			continue
		}
		for _, free := range Colours {
			if free != wish[1-i] {
				wish[i] = free
				break
			}
		}
	}
	if wish[0] == wish[1] {
		return wish, ErrBadColour
	}
	return wish, nil
}

func decideSit(s *State, by PlayerID, do Sit) (Event, error) {
	clean := cleanName
	if s.Imported {
		clean = storedName
	}
	name, err := clean(do.Name)
	switch {
	case err != nil:
		return nil, err
	case s.SeatOf(by).Valid():
		return nil, ErrSeated
	case s.Phase != PhaseWaiting:
		return nil, ErrSeatTaken
	}
	return Joined{Seat: 2, ID: by, Name: name}, nil
}

func decideInvite(s *State, by PlayerID, do Invite) (Event, error) {
	if by != s.Owner {
		return nil, ErrNotOwner
	}
	if s.Phase != PhaseWaiting {
		return nil, ErrSeatTaken
	}
	level, err := SeatableLevel(do.Level, s.Imported)
	if err != nil {
		return nil, err
	}
	return Joined{Seat: 2, Level: level.Name}, nil
}

func decideRename(s *State, by PlayerID, do Rename) (Event, error) {
	name, err := cleanName(do.Name)
	seat := do.Seat
	if seat == 0 {
		seat = 1
		if !s.holds(1, by) {
			seat = 2
		}
	}
	switch {
	case err != nil:
		return nil, err
	case !seat.Valid() || !s.holds(seat, by):
		return nil, ErrBadSeat
	case s.N >= MaxEntries:
		return nil, ErrFull
	case s.Changes >= maxChanges:
		return nil, ErrTooOften
	}
	return Named{Seat: seat, Name: name}, nil
}

func decidePace(s *State, by PlayerID, do Pace) (Event, error) {
	switch {
	case by != s.Owner:
		return nil, ErrNotOwner
	case !s.BothAI() || do.Every < 0 || do.Every > MaxPace:
		return nil, ErrBadPace
	case !do.Paused && s.Paused:
		// ending a pause is always allowed
	case s.N >= MaxEntries:
		return nil, ErrFull
	case s.Changes >= maxChanges:
		return nil, ErrTooOften
	}
	return Paced{MS: do.Every.Milliseconds(), Paused: do.Paused}, nil
}
