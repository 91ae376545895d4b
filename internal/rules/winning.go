package rules

// WinningMoves returns the moves with which the side to move wins at once. It plays and takes back moves on pos.
func WinningMoves(pos Position) (wins []Move) {
	side := pos.Turn()
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		if pos.Outcome().Winner() == side {
			wins = append(wins, m)
		}
		pos.Undo()
	}
	return wins
}
