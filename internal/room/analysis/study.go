package analysis

import (
	"slices"

	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// Study is a position that somebody asks about. Its Question is about the canonical
// position, which all positions that differ only by a symmetry of the board share. Report
// translates the answer back.
type Study struct {
	Question Question

	position  rules.Position              // the position that somebody asks about
	canonical rules.Position              // the position of Question
	back      func(rules.Move) rules.Move // maps moves of canonical to those of position
}

// NewStudy returns the study of the position after moves, in the notation of the game. The
// moves start from position, in the text form of rules.Setup, or from the start of the game
// if position is empty. The error is a *room.Refusal with a code of package rules.
func NewStudy(variant, position, moves string) (*Study, error) {
	p, err := ReadPosition(variant, position, moves)
	if err != nil {
		return nil, err
	}
	key, back := rules.Canonical(p)
	canonical, err := ReadPosition(variant, key, "")
	if err != nil {
		return nil, err
	}
	return &Study{Question{variant, key}, p, canonical, back}, nil
}

// ReadPosition returns the position after the moves. It reads its arguments, and fails, as NewStudy does.
func ReadPosition(variant, position, moves string) (rules.Position, error) {
	game, err := rules.Parse(variant)
	if err != nil {
		return nil, room.AsRefusal(err)
	}
	p := game.Start()
	if position != "" {
		if p, err = rules.Setup(game, position); err != nil {
			return nil, room.AsRefusal(err)
		}
	}
	if err := rules.Replay(p, rules.SplitMoves(game, moves)); err != nil {
		return nil, room.AsRefusal(err)
	}
	return p, nil
}

// Over reports whether the game is over in this position. Then Report needs no answer.
func (s *Study) Over() bool { return s.position.Outcome().Over() }

// Report is an answer in the moves of the position that a study is about.
type Report struct {
	Variant string `json:"variant"`
	Turn    string `json:"turn"` // "first" or "second", the side to move
	Over    bool   `json:"over"`
	Answer
}

// Report translates an answer into moves of the study's position. a is nil if there is no
// answer yet.
func (s *Study) Report(a *Answer) Report {
	r := Report{Variant: s.Question.Variant, Turn: sideName(s.position.Turn()), Over: s.Over()}
	switch {
	case r.Over:
		r.Answer = Answer{Done: true, Value: s.finalValue()}
	case a != nil:
		r.Answer = *a
	}
	r.Moves = s.translate(r.Moves)
	r.Reason = s.translateReason(r.Reason)
	return r
}

// finalValue returns the value of a game that is over.
func (s *Study) finalValue() room.Value {
	end := room.GameValue{Result: room.ValueDraw}
	switch s.position.Outcome().Winner() {
	case rules.NoSide:
	case s.position.Turn():
		end.Result = room.ValueWin
	default:
		end.Result = room.ValueLoss
	}
	return room.Value{Low: end, High: end}
}

// translate translates the moves of an answer into moves of the study's position. It leaves
// out moves that are not legal in this position.
func (s *Study) translate(answered []MoveValue) []MoveValue {
	moves := make([]MoveValue, 0, len(answered))
	legal := s.position.Moves(nil)
	for _, v := range answered {
		m, err := s.canonical.ParseMove(v.Move)
		if err != nil {
			continue
		}
		if m = s.back(m); slices.Contains(legal, m) {
			moves = append(moves, MoveValue{s.position.FormatMove(m), v.Value})
		}
	}
	return moves
}

// translateReason translates a reason, which is about a position of Connect Four.
func (s *Study) translateReason(answered *reasons.Reason) *reasons.Reason {
	p, ok := s.position.(*rules.Connect4Position)
	if answered == nil || !ok || s.back(0) == 0 {
		return answered
	}
	columns, _, _ := p.Size()
	return answered.Mirror(columns)
}

func sideName(s rules.Side) string {
	if s == rules.Second {
		return "second"
	}
	return "first"
}
