package solver

// Techniques are the parts of the search that can be switched off one by one,
// to measure what each is worth.
type Techniques struct {
	Table       bool // the transposition table
	Work        bool // what took least to find leaves the table first, not what came first
	Chains      bool // play moves without a choice until there is one
	Cutoffs     bool // look the moves up in the table before searching any
	Zugzwang    bool // bounds by following
	Threats     bool // first the moves that make most threats
	Choice      bool // and, if equal, those that leave the opponent least choice
	Bisection   bool // find the score by bisection, not from the worst up
	Deepening   bool // ask first whether the end is near
	MirrorBelow int  // positions with fewer discs are one with their mirror image
}

// AllTechniques returns what New uses.
func AllTechniques() Techniques {
	return Techniques{
		Table: true, Work: true, Chains: true, Cutoffs: true, Zugzwang: true, Threats: true, Choice: true,
		Bisection: true, Deepening: true,
		MirrorBelow: 12,
	}
}

// Ablation is the search without one technique.
type Ablation struct {
	Name    string
	Without Techniques
}

// Ablations returns the search without each of the techniques in turn.
func Ablations() []Ablation {
	off := func(name string, change func(*Techniques)) Ablation {
		t := AllTechniques()
		change(&t)
		return Ablation{name, t}
	}
	return []Ablation{
		off("table", func(t *Techniques) { t.Table = false }),
		off("replacement by work", func(t *Techniques) { t.Work = false }),
		off("forced chains", func(t *Techniques) { t.Chains = false }),
		off("cutoffs", func(t *Techniques) { t.Cutoffs = false }),
		off("zugzwang", func(t *Techniques) { t.Zugzwang = false }),
		off("order by threats", func(t *Techniques) { t.Threats = false }),
		off("order by choice", func(t *Techniques) { t.Choice = false }),
		off("bisection", func(t *Techniques) { t.Bisection, t.Deepening = false, false }),
		off("near ends first", func(t *Techniques) { t.Deepening = false }),
		off("symmetry", func(t *Techniques) { t.MirrorBelow = 0 }),
	}
}
