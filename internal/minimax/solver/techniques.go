package solver

// Techniques switches parts of the search on and off, to measure the gain of each.
type Techniques struct {
	AlphaBeta       bool // leave out moves that cannot change the result; see exhaustive.go
	Table           bool // the transposition table
	WorkReplacement bool // the table replaces the entries that took the least work first
	ForcedMoves     bool // play forced moves without a search
	TableCutoffs    bool // look up all moves in the table before searching any
	Zugzwang        bool // bounds by zugzwang
	ThreatOrder     bool // search the moves that make most threats first
	MobilityOrder   bool // among equal moves, search those first that leave the opponent the fewest moves
	Bisection       bool // find the score by bisection, not upwards from the lowest
	NearEndsFirst   bool // first test for wins within a few discs
	MirrorBelow     int  // positions with fewer discs share an entry with their mirror image
}

// AllTechniques returns the techniques that New uses.
func AllTechniques() Techniques {
	return Techniques{
		AlphaBeta: true, Table: true, WorkReplacement: true, ForcedMoves: true, TableCutoffs: true, Zugzwang: true,
		ThreatOrder: true, MobilityOrder: true, Bisection: true, NearEndsFirst: true,
		MirrorBelow: 12,
	}
}

// Ablation is the search without one technique.
type Ablation struct {
	Name    string
	Without Techniques
}

// Ablations returns one Ablation for each technique, and as the last one the search without any
// technique.
func Ablations() []Ablation {
	off := func(name string, change func(*Techniques)) Ablation {
		t := AllTechniques()
		change(&t)
		return Ablation{name, t}
	}
	return []Ablation{
		off("table", func(t *Techniques) { t.Table = false }),
		off("replacement by work", func(t *Techniques) { t.WorkReplacement = false }),
		off("forced moves", func(t *Techniques) { t.ForcedMoves = false }),
		off("table cutoffs", func(t *Techniques) { t.TableCutoffs = false }),
		off("zugzwang", func(t *Techniques) { t.Zugzwang = false }),
		off("order by threats", func(t *Techniques) { t.ThreatOrder = false }),
		off("order by mobility", func(t *Techniques) { t.MobilityOrder = false }),
		off("bisection", func(t *Techniques) { t.Bisection, t.NearEndsFirst = false, false }),
		off("near ends first", func(t *Techniques) { t.NearEndsFirst = false }),
		off("symmetry", func(t *Techniques) { t.MirrorBelow = 0 }),
		off("alpha-beta", func(t *Techniques) { t.AlphaBeta = false }),
		{"plain minimax", Techniques{}},
	}
}
