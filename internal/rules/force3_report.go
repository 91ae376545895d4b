package rules

import "math/bits"

// force3:report is Force 3 with the rules that students describe in a report on their program:
//
//   - A side with discs in hand may place one on any free tile. A disc on the board may move
//     to a free tile next to it in its row or column.
//   - A tile next to the hole may slide into it unless it carries a disc of the opponent.
//   - A turn may be two slides, one after the other. The second tile need not be in line with
//     the first.
//   - No turn may be the exact reverse of the last one.
//   - Three in a line win.
//
// The report leaves some questions open. This program answers them as follows:
//
//   - The second of two slides follows the rule of the first: it moves a tile next to the new
//     hole that does not carry a disc of the opponent. It must not be the tile that has just
//     slid, since two such slides would pass the turn.
//   - Two slides are one turn: only the board after both counts, as in the other variants.
//   - The last turn is the previous turn of the game, which the opponent made. Only slides can
//     be reversed, because nobody moves a disc of the opponent. The reverse of one slide is
//     one slide. The reverse of two slides is both slides back, in reverse order. So it is
//     legal to slide only one of two tiles back. After a single slide, it is legal to slide
//     that tile back and then another tile.
//   - A legal turn always exists, so no rule for a side without turns is necessary.
//     TestForce3ReportTurns tests this for every board and ban. A position that occurs for the
//     third time and a game of 200 plies are draws, as in the other variants.
//
// A turn moves only discs of the side that makes it. So it never completes a line of the
// opponent, and never lines of both sides.

// String returns the ban as FormatSetup writes it: the banned slide without the S.
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

// slideTwo moves the hole to the cell via next to it, and then to the cell to, which is next to via.
func (b *force3Board) slideTwo(via, to uint8) {
	from := b.hole
	b.shift(via, from)
	b.shift(to, via)
	b.hole, b.ban = to, force3Ban{to: from, via: via}
}

// slidingTiles returns the cells next to the hole whose tiles may slide into it. It ignores the ban.
// hole is the cell of the hole now or after the first of two slides.
func (p *Force3Position) slidingTiles(hole uint8) uint16 {
	return force3Beside[hole] &^ p.Discs(p.Turn().Other())
}

// reportSlides appends the legal slides to buf: first single slides, then pairs of slides.
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

// twoSlidesExample returns an example of a turn that slides two tiles, for the text of a refusal.
func (g *force3) twoSlidesExample() string {
	if g.report {
		return "S2+3"
	}
	return "S3+"
}

// parseReportSlide returns the Move of a text such as S2: the tile on cell first slides.
func (p *Force3Position) parseReportSlide(first uint8) (Move, error) {
	if err := p.checkReportSlide(p.board.hole, first); err != nil {
		return 0, err
	}
	if p.board.ban == (force3Ban{first, force3NoCell}) {
		return 0, errReversed()
	}
	return force3Slide + Move(first), nil
}

// parseReportSlides returns the Move of a text such as S2+3: the tile on cell first slides, then
// the tile on cell second.
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

// checkReportSlide returns an error if the tile on cell may not slide into the hole. It ignores the
// ban.
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

// setupReportBan sets the ban to a text such as 6 or 6+3. The text must be the reverse of one or two
// slides that bring the hole to its present cell.
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
