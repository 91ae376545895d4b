package rules

func (g *connect4) setup(text string) (Position, *Error) {
	if len(text) != g.columns*g.rows {
		return nil, errBadPosition("%s has %d characters; a position of %s has %d, one for each cell: x, o or ., "+
			"column by column from the left and each column from the bottom.", quote(text), len(text), g.variant, g.columns*g.rows)
	}
	p := g.Start().(*Connect4Position)
	for c := range g.columns {
		if err := p.setupColumn(c, text[c*g.rows:(c+1)*g.rows]); err != nil {
			return nil, err
		}
	}
	first, second := p.discs[0].Count(), p.discs[1].Count()
	if err := checkCounts(first, second); err != nil {
		return nil, err
	}
	for range first + second {
		p.history = append(p.history, setUpMove)
	}
	last := p.Turn().Other()
	if err := checkWinner(g.line(p.Discs(p.Turn())) != nil); err != nil {
		return nil, err
	}
	switch {
	case g.line(p.Discs(last)) != nil:
		if !p.oneDiscCompletesAll(last) {
			return nil, errBadPosition("No single disc can have completed all the alignments; the game ended earlier.")
		}
		p.outcome = WonBy(last)
	case len(p.history) == g.columns*g.rows:
		p.outcome = Drawn
	}
	return p, nil
}

// setupColumn fills column c with the discs of text, from the bottom.
func (p *Connect4Position) setupColumn(c int, text string) *Error {
	for r := range len(text) {
		owner, ok := cellOwner(text[r])
		switch {
		case !ok:
			return errBadPosition("%s is not a cell of Connect Four; write x, o or .", quote(text[r:r+1]))
		case owner == NoSide:
		case int(p.heights[c]) < r:
			return errBadPosition("A disc in column %s has an empty cell below it.", connect4Columns[c:c+1])
		default:
			p.discs[owner-First].set(c*p.game.stride + r)
			p.heights[c]++
		}
	}
	return nil
}

// oneDiscCompletesAll reports whether s has a disc on top of a column such that s has no
// alignment without that disc.
func (p *Connect4Position) oneDiscCompletesAll(s Side) bool {
	for c, height := range p.heights[:p.game.columns] {
		top := c*p.game.stride + int(height) - 1
		if height == 0 || !p.Discs(s).Has(top) {
			continue
		}
		before := *p.Discs(s)
		if before.clear(top); p.game.line(&before) == nil {
			return true
		}
	}
	return false
}

func (p *Connect4Position) formatSetup() string {
	g := p.game
	text := make([]byte, 0, g.columns*g.rows)
	for c := range g.columns {
		for r := range g.rows {
			owner := NoSide
			for _, s := range [...]Side{First, Second} {
				if p.Discs(s).Has(c*g.stride + r) {
					owner = s
				}
			}
			text = append(text, cellLetter(owner))
		}
	}
	return string(text)
}
