package solver

// techniques switches parts of the search on and off, to measure the gain of each.
type techniques struct {
	table           bool // the transposition table
	workReplacement bool // the table replaces the entries that took the least work first
	forcedMoves     bool // play forced moves without a search
	tableCutoffs    bool // look up all moves in the table before searching any
	zugzwang        bool // bounds by zugzwang
	threatOrder     bool // search the moves that make most threats first
	mobilityOrder   bool // among equal moves, search those first that leave the opponent the fewest moves
	bisection       bool // find the score by bisection, not upwards from the lowest
	nearEndsFirst   bool // first test for wins within a few discs
	mirrorBelow     int  // positions with fewer discs share an entry with their mirror image
}

// allTechniques returns the techniques that New uses.
func allTechniques() techniques {
	return techniques{
		table: true, workReplacement: true, forcedMoves: true, tableCutoffs: true, zugzwang: true,
		threatOrder: true, mobilityOrder: true, bisection: true, nearEndsFirst: true,
		mirrorBelow: 12,
	}
}
