package rules

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

// parseReportSlide returns the Move of a text such as S2 or S2+3: the tile on cell first slides, and then,
// if two slide, the tile on cell second.
func (p *Force3Position) parseReportSlide(first, second uint8, two bool) (Move, error) {
	if err := p.checkReportSlide(p.board.hole, first); err != nil {
		return 0, err
	}
	if two && second == p.board.hole {
		return 0, refuse(CodeBadMove, "The second slide may not undo the first; name another tile next to cell %s.", cellName(first))
	}
	if two {
		if err := p.checkReportSlide(first, second); err != nil {
			return 0, err
		}
	}
	slide := force3Slide{via: first, to: second}
	if slide == p.board.ban {
		return 0, refuse(CodeSlideBanned, "This would be the exact reverse of your opponent's turn.")
	}
	return slide.move(), nil
}

// checkReportSlide returns an error if the tile on cell may not slide into the hole. It ignores the
// ban. hole is the cell of the hole now or after the first of two slides.
func (p *Force3Position) checkReportSlide(hole, cell uint8) error {
	switch {
	case cell == hole:
		return refuse(CodeBadMove, "Cell %s is the hole; name the tile that slides into it.", cellName(cell))
	case force3Beside[hole]>>cell&1 == 0:
		return refuse(CodeBadMove, "The tile on cell %s is not next to the hole on cell %s.", cellName(cell), cellName(hole))
	case p.blocked(force3Slide{cell, cell}):
		return refuse(CodeSlideBanned, "The tile on cell %s carries your opponent's disc and may not be slid.", cellName(cell))
	}
	return nil
}
