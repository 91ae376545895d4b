package rules

import (
	"math/bits"
	"strings"
)

// force3Unreachable is the entry in force3Between for a cell to which the hole cannot go.
const force3Unreachable = force3NoCell + 1

var (
	// force3Between[hole][to] is the cell between the hole and the cell to which it goes.
	// It is force3NoCell if they are neighbours, and force3Unreachable if no slide leads
	// there.
	force3Between [cells3][cells3]uint8

	// force3SlideTargets[hole] has the four cells to which the hole can go.
	force3SlideTargets [cells3][]uint8

	// force3Neighbours[cell] is the set of neighbours of a cell, including the diagonal ones.
	force3Neighbours [cells3]uint16

	// force3Beside[cell] is the set of neighbours of a cell in its row and column.
	force3Beside [cells3]uint16
)

func init() {
	for from := range cells3 {
		for to := range cells3 {
			right, down := to%side3-from%side3, to/side3-from/side3
			force3Between[from][to] = force3Unreachable
			switch right*right + down*down {
			case 1:
				force3Between[from][to] = force3NoCell
				force3Beside[from] |= 1 << to
			case 4:
				force3Between[from][to] = uint8(from+to) / 2
			}
			if force3Between[from][to] != force3Unreachable {
				force3SlideTargets[from] = append(force3SlideTargets[from], uint8(to))
			}
			if from != to && max(right*right, down*down) == 1 {
				force3Neighbours[from] |= 1 << to
			}
		}
	}
}

// placing reports whether only placements are legal.
func (p *Force3Position) placing() bool {
	return p.game.placed && p.board.count() < 2*Force3Discs
}

// fairStart reports whether this turn must place a disc on a corner.
func (p *Force3Position) fairStart() bool { return p.game.fair && p.board.count() == 0 }

// discTargets returns the cells to which the disc on a cell may move.
func (p *Force3Position) discTargets(from int) uint16 {
	switch {
	case p.game.placed:
		return p.board.free() & force3Neighbours[from]
	case p.game.report:
		return p.board.free() & force3Beside[from]
	default:
		return p.board.free()
	}
}

// canSlide reports whether the hole may go to a cell of force3SlideTargets.
func (p *Force3Position) canSlide(to uint8) bool {
	return p.board.ban != force3Ban{to, force3NoCell} && !p.slideBlocked(to)
}

// slideBlocked reports whether a disc of the opponent on the tile next to the hole
// forbids the slide.
func (p *Force3Position) slideBlocked(to uint8) bool {
	if !p.game.placed && !p.game.report {
		return false
	}
	next := force3Between[p.board.hole][to]
	if next == force3NoCell {
		next = to
	}
	return p.Discs(p.Turn().Other())>>next&1 != 0
}

// Moves implements Position. It returns placements, then moves of discs, then slides.
func (p *Force3Position) Moves(buf []Move) []Move {
	if p.outcome != Ongoing {
		return buf
	}
	side, free := p.Turn(), p.board.free()
	if p.fairStart() {
		free &= force3Corners
	}
	if p.Hand(side) > 0 {
		for to := free; to != 0; to &= to - 1 {
			buf = append(buf, force3Place+Move(bits.TrailingZeros16(to)))
		}
	}
	if p.fairStart() || p.placing() {
		return buf
	}
	for own := p.Discs(side); own != 0; own &= own - 1 {
		from := bits.TrailingZeros16(own)
		for to := p.discTargets(from); to != 0; to &= to - 1 {
			buf = append(buf, force3Move+Move(from*cells3+bits.TrailingZeros16(to)))
		}
	}
	if p.game.report {
		return p.reportSlides(buf)
	}
	for _, to := range force3SlideTargets[p.board.hole] {
		if p.canSlide(to) {
			buf = append(buf, force3Slide+Move(to))
		}
	}
	return buf
}

// FormatMove implements Position.
func (p *Force3Position) FormatMove(m Move) string {
	switch {
	case m >= force3Slides:
		via, to := uint8(m-force3Slides)/cells3, uint8(m-force3Slides)%cells3
		return "S" + cellName(via) + "+" + cellName(to)
	case m >= force3Move:
		from, to := uint8(m-force3Move)/cells3, uint8(m-force3Move)%cells3
		return "M" + cellName(from) + "-" + cellName(to)
	case m >= force3Slide:
		to := uint8(m - force3Slide)
		if force3Between[p.board.hole][to] == force3NoCell {
			return "S" + cellName(to)
		}
		return "S" + cellName(to) + "+"
	default:
		return "P" + cellName(uint8(m-force3Place))
	}
}

const force3CellNames = "123456789"

func cellName(cell uint8) string { return force3CellNames[cell : cell+1] }

// ParseMove implements Position. P5 places a disc on cell 5. M3-6 moves the disc on cell
// 3 to cell 6. S2 slides the tile on cell 2 into the hole. S3+ slides the tile on cell 3
// and the tile between it and the hole. In force3:report, S2+3 stands for two slides: first
// the tile on cell 2 slides into the hole, then the tile on cell 3 slides to cell 2.
//
// The codes are checked in this order:
//
//   - CodeBadMove for a text of another form
//   - CodeGameOver
//   - CodeFairStart and CodePlaceFirst, where the variant requires a placement
//   - for P: CodeNoDiscInHand, CodeCellTaken
//   - for M: CodeNotYourDisc, CodeCellTaken, and CodeBadMove for a step that is too long
//   - for S: CodeBadMove for tiles that cannot slide into the hole that way,
//     CodeSlideBanned
func (p *Force3Position) ParseMove(text string) (Move, error) {
	kind, from, to := p.game.splitMove(text)
	switch {
	case kind == 0:
		return 0, refuse(CodeBadMove, "%s is not a turn; write P5 to place on cell 5, M3-6 to move a disc from 3 to 6, "+
			"S2 to slide one tile or %s to slide two.", quote(text), p.game.twoSlidesExample())
	case p.outcome.Over():
		return 0, errGameOver()
	case p.fairStart() && (kind != 'P' || force3Corners>>to&1 == 0):
		return 0, refuse(CodeFairStart, "The first turn must place a disc on a corner: 1, 3, 7 or 9.")
	case p.placing() && kind != 'P':
		return 0, refuse(CodePlaceFirst, "All six discs must be placed before a disc moves or a tile slides.")
	}
	switch {
	case kind == 'P':
		return p.parsePlacement(to)
	case kind == 'M':
		return p.parseMove(from, to)
	case p.game.report && len(text) == len("S2"):
		return p.parseReportSlide(to)
	case p.game.report:
		return p.parseReportSlides(from, to)
	default:
		return p.parseSlide(to, strings.HasSuffix(text, "+"))
	}
}

// splitMove splits a text of one of the forms P5, M3-6, S2 and S3+. In force3:report, the form S2+3
// replaces S3+. kind is the letter, or 0 for any other text. from is set only for M, and for S2+3
// to the cell of the first tile.
func (g *force3) splitMove(text string) (kind byte, from, to uint8) {
	digit := func(i int) (cell uint8, ok bool) { return text[i] - '1', '1' <= text[i] && text[i] <= '9' }
	var okFrom, ok bool
	switch {
	case len(text) == 2 && (text[0] == 'P' || text[0] == 'S'), len(text) == 3 && text[0] == 'S' && text[2] == '+' && !g.report:
		to, ok = digit(1)
		okFrom = true
	case len(text) == 4 && text[0] == 'M' && text[2] == '-', len(text) == 4 && text[0] == 'S' && text[2] == '+' && g.report:
		from, okFrom = digit(1)
		to, ok = digit(3)
	}
	if !ok || !okFrom {
		return 0, 0, 0
	}
	return text[0], from, to
}

func (p *Force3Position) parsePlacement(to uint8) (Move, error) {
	if p.Hand(p.Turn()) == 0 {
		return 0, refuse(CodeNoDiscInHand, "All your discs are on the board.")
	}
	if err := p.checkFree(to); err != nil {
		return 0, err
	}
	return force3Place + Move(to), nil
}

// checkFree refuses a cell that cannot receive a disc.
func (p *Force3Position) checkFree(cell uint8) error {
	switch {
	case cell == p.board.hole:
		return refuse(CodeCellTaken, "Cell %s is the hole; a disc needs a tile.", cellName(cell))
	case p.board.free()>>cell&1 == 0:
		return refuse(CodeCellTaken, "Cell %s carries a disc.", cellName(cell))
	}
	return nil
}

func (p *Force3Position) parseMove(from, to uint8) (Move, error) {
	if p.Discs(p.Turn())>>from&1 == 0 {
		return 0, refuse(CodeNotYourDisc, "You have no disc on cell %s.", cellName(from))
	}
	if err := p.checkFree(to); err != nil {
		return 0, err
	}
	if p.discTargets(int(from))>>to&1 == 0 {
		if p.game.report {
			return 0, refuse(CodeBadMove, "A disc moves one step along a row or column; cell %s is not one step from cell %s.",
				cellName(to), cellName(from))
		}
		return 0, refuse(CodeBadMove, "A disc moves one step in this variant; cell %s is further away from cell %s.",
			cellName(to), cellName(from))
	}
	return force3Move + Move(from)*cells3 + Move(to), nil
}

func (p *Force3Position) parseSlide(to uint8, double bool) (Move, error) {
	hole := p.board.hole
	between := force3Between[hole][to]
	switch {
	case to == hole:
		return 0, refuse(CodeBadMove, "Cell %s is the hole; name the tile that slides into it.", cellName(to))
	case between == force3Unreachable:
		return 0, refuse(CodeBadMove, "The tile on cell %s is not in a row or column with the hole on cell %s.",
			cellName(to), cellName(hole))
	case double && between == force3NoCell:
		return 0, refuse(CodeBadMove, "The tile on cell %s is next to the hole and slides alone; write S%[1]s.", cellName(to))
	case !double && between != force3NoCell:
		return 0, refuse(CodeBadMove, "The tile on cell %s is two cells from the hole and pushes another; write S%[1]s+.",
			cellName(to))
	case to == p.board.ban.to:
		return 0, refuse(CodeSlideBanned, "The hole may not go straight back to cell %s, from where your opponent has just slid it.",
			cellName(to))
	case p.slideBlocked(to):
		return 0, refuse(CodeSlideBanned, "The tile next to the hole carries your opponent's disc and may not be slid.")
	}
	return force3Slide + Move(to), nil
}
