package rules

import "math/bits"

// force3:report is Force 3 as a report of students describes their program:
//
//   - A disc may be placed on any free tile while its side has one in hand. A disc on the
//     board may move to a free tile beside it in its row or column.
//   - A tile beside the hole may slide into it unless it carries a disc of the opponent.
//   - A turn may be two slides, one after the other. The second tile need not be in line with
//     the first.
//   - No turn may be the exact reverse of the last one.
//   - Three in a line win.
//
// The report leaves some questions open. The answers here are:
//
//   - The second of two slides follows the rule of the first: it moves a tile beside the new
//     hole that does not carry a disc of the opponent. It must not be the tile that has just
//     slid, since two such slides would pass the turn.
//   - Two slides are one turn: only the board after both counts, as in the other variants.
//   - The last turn is the last one of the game, so the opponent's. Only slides can be
//     reversed: nobody moves a disc of the opponent. The reverse of one slide is one slide,
//     and the reverse of two slides is the same two in reverse order. So sliding only one of
//     two tiles back is legal, and so are two slides of which the first is the reverse of a
//     single slide.
//   - A legal turn always exists, so nothing has to end without moves. TestForce3ReportTurns
//     tests that for every position. A position that occurs for the third time and a game of
//     200 plies are draws, as in the other variants.
//
// A turn moves only discs of the side that makes it. So it never completes a line of the
// opponent, and never lines of both sides.

// String returns the ban as FormatSetup writes it: the banned slide without its S.
func (b force3Ban) String() string {
	switch {
	case b.to == force3NoCell:
		return "-"
	case b.via == force3NoCell:
		return cellName(b.to)
	default:
		return cellName(b.via) + "+" + cellName(b.to)
	}
}

// slideTwo moves the hole to via, which is beside it, and then to a cell beside via.
func (b *force3Board) slideTwo(via, to uint8) {
	from := b.hole
	b.shift(via, from)
	b.shift(to, via)
	b.hole, b.ban = to, force3Ban{to: from, via: via}
}

// slidingTiles returns the cells beside the hole whose tile may slide into it, no matter
// what the ban says. hole is the cell of the hole now or after the first of two slides.
func (p *Force3Position) slidingTiles(hole uint8) uint16 {
	return force3Beside[hole] &^ p.Discs(p.Turn().Other())
}

// reportSlides appends the legal slides: those of one tile, then those of two.
func (p *Force3Position) reportSlides(buf []Move) []Move {
	hole, ban := p.board.hole, p.board.ban
	firsts := p.slidingTiles(hole)
	for set := firsts; set != 0; set &= set - 1 {
		if to := uint8(bits.TrailingZeros16(set)); ban != (force3Ban{to, force3NoCell}) {
			buf = append(buf, force3Slide+Move(to))
		}
	}
	for set := firsts; set != 0; set &= set - 1 {
		via := uint8(bits.TrailingZeros16(set))
		for seconds := p.slidingTiles(via) &^ (1 << hole); seconds != 0; seconds &= seconds - 1 {
			if to := uint8(bits.TrailingZeros16(seconds)); ban != (force3Ban{to, via}) {
				buf = append(buf, force3Slides+Move(via)*cells3+Move(to))
			}
		}
	}
	return buf
}

// twoSlides returns an example of a turn that slides two tiles, for the text of a refusal.
func (g *force3) twoSlides() string {
	if g.report {
		return "S2+3"
	}
	return "S3+"
}

// parseReportSlide reads S2: the tile on cell first slides.
func (p *Force3Position) parseReportSlide(first uint8) (Move, error) {
	if err := p.checkReportSlide(p.board.hole, first); err != nil {
		return 0, err
	}
	if p.board.ban == (force3Ban{first, force3NoCell}) {
		return 0, errReversed()
	}
	return force3Slide + Move(first), nil
}

// parseReportSlides reads S2+3: the tile on cell first slides, then the tile on cell second.
func (p *Force3Position) parseReportSlides(first, second uint8) (Move, error) {
	if err := p.checkReportSlide(p.board.hole, first); err != nil {
		return 0, err
	}
	if second == p.board.hole {
		return 0, refuse(CodeBadMove, "The second slide may not undo the first; name another tile next to cell %s.", cellName(first))
	}
	if err := p.checkReportSlide(first, second); err != nil {
		return 0, err
	}
	if p.board.ban == (force3Ban{second, first}) {
		return 0, errReversed()
	}
	return force3Slides + Move(first)*cells3 + Move(second), nil
}

// checkReportSlide refuses a slide of the tile on a cell into the hole, no matter what the ban
// says.
func (p *Force3Position) checkReportSlide(hole, cell uint8) error {
	switch {
	case cell == hole:
		return refuse(CodeBadMove, "Cell %s is the hole; name the tile that slides into it.", cellName(cell))
	case force3Beside[hole]>>cell&1 == 0:
		return refuse(CodeBadMove, "The tile on cell %s is not next to the hole on cell %s.", cellName(cell), cellName(hole))
	case p.slidingTiles(hole)>>cell&1 == 0:
		return refuse(CodeSlideBanned, "The tile on cell %s carries your opponent's disc and may not be slid.", cellName(cell))
	}
	return nil
}

func errReversed() *Error {
	return refuse(CodeSlideBanned, "This would be the exact reverse of your opponent's turn.")
}

// setupReportBan reads a ban: 6 or 6+3. It must be the reverse of a slide that can have brought
// the hole to its cell.
func (p *Force3Position) setupReportBan(text string) *Error {
	via, to := p.board.hole, uint8(force3NoCell)
	ok := len(text) == len("6") || len(text) == len("6+3") && text[1] == '+'
	if ok && len(text) == len("6+3") {
		via = text[0] - '1'
		ok = via < cells3 && force3Beside[p.board.hole]>>via&1 != 0
	}
	if ok {
		to = text[len(text)-1] - '1'
		ok = to < cells3 && to != p.board.hole && force3Beside[via]>>to&1 != 0
	}
	if !ok {
		return errBadPosition("%s is not the reverse of slides that bring the hole to cell %s; write - for no ban.",
			quote(text), cellName(p.board.hole))
	}
	if via == p.board.hole {
		via = force3NoCell
	}
	p.board.ban = force3Ban{to: to, via: via}
	return nil
}
