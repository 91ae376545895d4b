package solver

// Techniques are the parts of the search that can be switched off one by one,
// to measure what each is worth.
type Techniques struct {
	Table       bool // the transposition table
	Cutoffs     bool // look the moves up in the table before searching any
	Zugzwang    bool // bounds by following
	Threats     bool // first the moves that make most threats
	Parity      bool // and, if equal, those that leave the opponent least choice
	Bisection   bool // find the score by bisection, not from the worst up
	Deepening   bool // ask first whether the end is near
	MirrorBelow int  // positions with fewer discs are one with their mirror image
}

// AllTechniques returns what New uses.
func AllTechniques() Techniques {
	return Techniques{
		Table: true, Cutoffs: true, Zugzwang: true, Threats: true, Parity: true,
		Bisection: true, Deepening: true,
		MirrorBelow: 12,
	}
}
