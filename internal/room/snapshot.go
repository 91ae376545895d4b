package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// A snapshot is a State as bytes. A reader that begins with a snapshot need not fold the
// entries before it. Snapshots are a cache: they can be made again from the log at any
// time, and a program that does not understand one reads the log instead.

// SnapshotInterval is the number of entries between two snapshots of a room.
const SnapshotInterval = 100

// snapshotVersion must be raised with each change of State, of its JSON form, or of what
// apply does with an event that older programs know. A program uses only snapshots with
// its own snapshotVersion.
const snapshotVersion = 4

// ErrOtherSnapshot is the error of RestoreState for a snapshot that is damaged, or that another
// version of this program has written.
var ErrOtherSnapshot = errors.New("room: the snapshot cannot be used")

// snapshot is the JSON form of a State. Times are Unix milliseconds, 0 for the zero time;
// durations are milliseconds. The position follows from the moves.
type snapshot struct {
	Version int    `json:"version"`
	N       uint64 `json:"n"`
	At      int64  `json:"at"`
	Digest  string `json:"digest"`

	Phase   Phase     `json:"phase"`
	Reason  string    `json:"reason,omitempty"`
	Variant string    `json:"variant"`
	Owner   PlayerID  `json:"owner,omitempty"`
	Opened  int64     `json:"opened"`
	Players [2]Player `json:"players"`
	Score   [2]int    `json:"score"`
	Draws   int       `json:"draws,omitempty"`

	Starter  Starter `json:"starter,omitempty"`
	Clock    *Clock  `json:"clock,omitempty"`
	Advice   [2]bool `json:"advice,omitzero"`
	Open     bool    `json:"open,omitempty"`
	Imported bool    `json:"imported,omitempty"`

	NoSpectators bool `json:"no_spectators,omitempty"`
	Thoughts     bool `json:"thoughts,omitempty"`

	Pace   int64 `json:"pace,omitempty"`
	Paused bool  `json:"paused,omitempty"`

	Number  int              `json:"number,omitempty"`
	StartN  uint64           `json:"start_n,omitempty"`
	First   Seat             `json:"first"`
	Moves   []string         `json:"moves,omitempty"`
	MS      []int64          `json:"ms,omitempty"`
	Lag     []int64          `json:"lag,omitempty"`
	Credits []TurnCredit     `json:"credits,omitempty"`
	Started int64            `json:"started,omitempty"`
	Ended   int64            `json:"ended,omitempty"`
	End     *Ending          `json:"end,omitempty"`
	EndedBy Seat             `json:"ended_by,omitempty"`
	Away    int64            `json:"away,omitempty"`
	Undone  int              `json:"undone,omitempty"`
	Timers  [2]timerSnapshot `json:"timers,omitzero"`

	Offered     Offered             `json:"offered,omitzero"`
	OfferN      uint64              `json:"offer_n,omitempty"`
	Asked       [2]map[Offer]uint64 `json:"asked,omitzero"`
	Delegated   [2]string           `json:"delegated,omitzero"`
	Delegations []Delegation        `json:"delegations,omitempty"`
	Handovers   [2]SeatOffered      `json:"handovers,omitzero"`

	Advised      string            `json:"advised,omitempty"`
	AdvisedValue Value             `json:"advised_value,omitzero"`
	Changes      int               `json:"changes,omitempty"`
	Emotes       [2]emotesSnapshot `json:"emotes,omitzero"`
	TurnN        uint64            `json:"turn_n,omitempty"`
	TurnAt       int64             `json:"turn_at,omitempty"`
	CreditedTo   int64             `json:"credited_to,omitempty"`
	Wishes       [2]bool           `json:"wishes,omitzero"`
}

type timerSnapshot struct {
	Left  int64 `json:"left"`
	Quota int64 `json:"quota"`
	Used  int64 `json:"used"`
}

type emotesSnapshot struct {
	Count int                   `json:"count"`
	Last  [maxEmotesInRow]int64 `json:"last"`
}

// Snapshot returns s as bytes, for RestoreState. It returns nil if s cannot be restored without
// a loss: there is no entry yet, or apply has skipped an event that only a newer version of
// this program knows.
func (s *State) Snapshot() []byte {
	if s.Phase == PhaseNone || s.skipped {
		return nil
	}
	w := snapshot{
		Version: snapshotVersion, N: s.N, At: toMilli(s.At), Digest: s.Digest,
		Phase: s.Phase, Reason: s.ClosedFor, Variant: s.Variant(), Owner: s.Owner, Opened: toMilli(s.Opened), Players: s.Players,
		Score: s.Score, Draws: s.Draws,
		Starter: s.Starter, Clock: s.Clock, Advice: s.Advice, Open: s.Open, Imported: s.Imported, NoSpectators: s.NoSpectators,
		Thoughts: s.Thoughts,
		Pace:     s.Pace.Milliseconds(), Paused: s.Paused,
		Number: s.Number, StartN: s.StartN, First: s.First, Moves: s.Moves, MS: s.MS, Lag: s.Lag, Credits: s.Credits,
		Started: toMilli(s.Started), Ended: toMilli(s.Ended), End: s.End, EndedBy: s.EndedBy, Away: s.Away, Undone: s.Undone,
		Offered: s.Offered, OfferN: s.OfferN, Asked: s.Asked, Handovers: s.Handovers,
		Delegated: s.Delegated, Delegations: s.Delegations,
		Advised: s.Advised, AdvisedValue: s.AdvisedValue, Changes: s.Changes,
		TurnN: s.TurnN, TurnAt: toMilli(s.TurnAt), CreditedTo: toMilli(s.CreditedTo), Wishes: s.Wishes,
	}
	for i, t := range s.Timers {
		w.Timers[i] = timerSnapshot{t.Left.Milliseconds(), t.Quota.Milliseconds(), t.Used.Milliseconds()}
	}
	for i, e := range s.Emotes {
		w.Emotes[i].Count = e.count
		for k, at := range e.last {
			w.Emotes[i].Last[k] = toMilli(at)
		}
	}
	data, err := json.Marshal(w)
	if err != nil {
		return nil // s has a Value that is not valid
	}
	return data
}

// RestoreState returns the State whose Snapshot is data. It fails with ErrOtherSnapshot if this
// program cannot use the snapshot.
func RestoreState(data []byte) (*State, error) {
	var w snapshot
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOtherSnapshot, err)
	}
	if w.Version != snapshotVersion {
		return nil, fmt.Errorf("%w: it has version %d", ErrOtherSnapshot, w.Version)
	}
	s := &State{
		N: w.N, At: orZero(w.At), Digest: w.Digest,
		Phase: w.Phase, ClosedFor: w.Reason, Owner: w.Owner, Opened: orZero(w.Opened), Players: w.Players,
		Score: w.Score, Draws: w.Draws,
		Starter: w.Starter, Clock: w.Clock, Advice: w.Advice, Open: w.Open, Imported: w.Imported, NoSpectators: w.NoSpectators,
		Thoughts: w.Thoughts,
		Pace:     time.Duration(w.Pace) * time.Millisecond, Paused: w.Paused,
		Number: w.Number, StartN: w.StartN, First: w.First, Moves: w.Moves, MS: w.MS, Lag: w.Lag, Credits: w.Credits,
		Started: orZero(w.Started), Ended: orZero(w.Ended), End: w.End, EndedBy: w.EndedBy, Away: w.Away, Undone: w.Undone,
		Offered: w.Offered, OfferN: w.OfferN, Asked: w.Asked, Handovers: w.Handovers,
		Delegated: w.Delegated, Delegations: w.Delegations,
		Advised: w.Advised, AdvisedValue: w.AdvisedValue, Changes: w.Changes,
		TurnN: w.TurnN, TurnAt: orZero(w.TurnAt), CreditedTo: orZero(w.CreditedTo), Wishes: w.Wishes,
	}
	for i, t := range w.Timers {
		s.Timers[i] = Timer{
			time.Duration(t.Left) * time.Millisecond, time.Duration(t.Quota) * time.Millisecond, time.Duration(t.Used) * time.Millisecond,
		}
	}
	for i, e := range w.Emotes {
		s.Emotes[i].count = e.Count
		for k, at := range e.Last {
			s.Emotes[i].last[k] = orZero(at)
		}
	}
	if err := s.restoreGame(w.Variant); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOtherSnapshot, err)
	}
	return s, nil
}

// restoreGame sets the game and, by playing the moves, the position.
func (s *State) restoreGame(variant string) (err error) {
	if s.Game, err = rules.Parse(variant); err != nil {
		return err
	}
	if err := checkLevels(s.Players[0].Level, s.Players[1].Level, s.Delegated[0], s.Delegated[1]); err != nil {
		return err
	}
	if !s.First.Valid() || len(s.MS) != len(s.Moves) || len(s.Lag) != len(s.Moves) || s.Phase == PhaseFinished && s.End == nil {
		return errOutOfPlace
	}
	if s.Number == 0 {
		return nil
	}
	s.Position = s.Game.Start()
	for _, move := range s.Moves {
		m, err := s.Position.ParseMove(move)
		if err != nil {
			return err
		}
		s.Position.Play(m)
	}
	return nil
}

// toMilli returns t in Unix milliseconds, 0 for the zero time.
func toMilli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// orZero is the inverse of toMilli: it returns the zero time for 0.
func orZero(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return fromMilli(ms)
}
