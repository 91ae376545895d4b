package room

// Ending is how a game ended.
type Ending struct {
	Winner Seat   `json:"winner"` // 0: a draw
	Reason string `json:"reason"`
	Cells  []int  `json:"cells,omitempty"` // cells of the winning alignments, as rules.Position.Line returns them
}

// Why a game ended.
const (
	ReasonLine     = "line"     // an alignment
	ReasonDraw     = "draw"     // a draw by the rules, such as a full board
	ReasonResigned = "resigned" // the loser gave up
	ReasonAgreed   = "agreed"   // a draw by agreement
	ReasonLeft     = "left"     // a player claimed the game because the opponent was absent
	ReasonTime     = "time"     // the loser's clock ran out
)

// end ends the present game by an action of seat.
func (s *State) end(seat Seat, end *Ending) error {
	if s.Phase != PhasePlaying || end == nil || !seat.Valid() {
		return errOutOfPlace
	}
	s.Phase, s.Ended, s.End, s.EndedBy = PhaseFinished, s.At, end, seat
	s.Offered = Offered{}
	s.TurnN = s.N
	if end.Winner.Valid() {
		s.Score[end.Winner-1]++
	} else {
		s.Draws++
	}
	return nil
}
