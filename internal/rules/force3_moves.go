package rules

import (
	"math/bits"
)

var (
	// force3LineSlides has the slides from each cell of the hole, in the order of Moves: one tile, or
	// two tiles of a row or column.
	force3LineSlides [cells3][]force3Slide

	// force3ReportSlides has those of force3:report: one tile, or two tiles one after the other.
	force3ReportSlides [cells3][]force3Slide

	// force3Neighbours[cell] is the set of neighbours of a cell, including the diagonal ones.
	force3Neighbours [cells3]uint16

	// force3Beside[cell] is the set of neighbours of a cell in its row and column.
	force3Beside [cells3]uint16
)

func init() {
	for from := range cells3 {
		for to := range cells3 {
			right, down := to%side3-from%side3, to/side3-from/side3
			switch right*right + down*down {
			case 1:
				single := force3Slide{uint8(to), uint8(to)}
				force3LineSlides[from] = append(force3LineSlides[from], single)
				force3ReportSlides[from] = append(force3ReportSlides[from], single)
				force3Beside[from] |= 1 << to
			case 4:
				force3LineSlides[from] = append(force3LineSlides[from], force3Slide{uint8(from+to) / 2, uint8(to)})
			}
			if from != to && max(right*right, down*down) == 1 {
				force3Neighbours[from] |= 1 << to
			}
		}
	}
	for from, singles := range force3ReportSlides {
		for _, first := range singles {
			for seconds := force3Beside[first.to] &^ (1 << from); seconds != 0; seconds &= seconds - 1 {
				double := force3Slide{first.to, uint8(bits.TrailingZeros16(seconds))}
				force3ReportSlides[from] = append(force3ReportSlides[from], double)
			}
		}
	}
}

// slides has the slides from each cell of the hole, legal or not, in the order of Moves.
func (g *force3) slides() *[cells3][]force3Slide {
	if g.report {
		return &force3ReportSlides
	}
	return &force3LineSlides
}

// slideName returns a slide in the notation of the game, without the S.
func (g *force3) slideName(s force3Slide) string {
	switch {
	case s.via == s.to:
		return cellName(s.to)
	case g.report:
		return cellName(s.via) + "+" + cellName(s.to)
	default:
		return cellName(s.to) + "+"
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

// blocked reports whether a disc of the opponent forbids a slide: on a tile next to the hole when it
// slides.
func (p *Force3Position) blocked(s force3Slide) bool {
	if !p.game.placed && !p.game.report {
		return false
	}
	theirs := p.Discs(p.Turn().Other())
	return theirs>>s.via&1 != 0 || p.game.report && theirs>>s.to&1 != 0
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
	for _, s := range p.game.slides()[p.board.hole] {
		if s != p.board.ban && !p.blocked(s) {
			buf = append(buf, s.move())
		}
	}
	return buf
}

// FormatMove implements Position.
func (p *Force3Position) FormatMove(m Move) string {
	switch {
	case m >= force3Move:
		from, to := uint8(m-force3Move)/cells3, uint8(m-force3Move)%cells3
		return "M" + cellName(from) + "-" + cellName(to)
	case m >= force3Slides:
		return "S" + p.game.slideName(slideOf(m))
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
	twoSlides := "S3+"
	if p.game.report {
		twoSlides = "S2+3"
	}
	switch {
	case kind == 0:
		return 0, refuse(CodeBadMove, "%s is not a turn; write P5 to place on cell 5, M3-6 to move a disc from 3 to 6, "+
			"S2 to slide one tile or %s to slide two.", quote(text), twoSlides)
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
	case p.game.report:
		return p.parseReportSlide(from, to, len(text) > len("S2"))
	default:
		return p.parseSlide(to, len(text) > len("S2"))
	}
}

// splitMove splits a text of one of the forms P5, M3-6, S2 and S3+. In force3:report, the form S2+3
// replaces S3+. kind is the letter, or 0 for any other text. from is the first cell that the text
// names, and to the last.
func (g *force3) splitMove(text string) (kind byte, from, to uint8) {
	digit := func(i int) (cell uint8, ok bool) { return text[i] - '1', '1' <= text[i] && text[i] <= '9' }
	var okFrom, ok bool
	switch {
	case len(text) == 2 && (text[0] == 'P' || text[0] == 'S'), len(text) == 3 && text[0] == 'S' && text[2] == '+' && !g.report:
		to, ok = digit(1)
		from, okFrom = to, ok
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

func (p *Force3Position) parseSlide(to uint8, two bool) (Move, error) {
	hole, slide := p.board.hole, noForce3Ban
	for _, s := range force3LineSlides[hole] {
		if s.to == to {
			slide = s
		}
	}
	switch {
	case to == hole:
		return 0, refuse(CodeBadMove, "Cell %s is the hole; name the tile that slides into it.", cellName(to))
	case slide == noForce3Ban:
		return 0, refuse(CodeBadMove, "The tile on cell %s is not in a row or column with the hole on cell %s.",
			cellName(to), cellName(hole))
	case two && slide.via == to:
		return 0, refuse(CodeBadMove, "The tile on cell %s is next to the hole and slides alone; write S%[1]s.", cellName(to))
	case !two && slide.via != to:
		return 0, refuse(CodeBadMove, "The tile on cell %s is two cells from the hole and pushes another; write S%[1]s+.",
			cellName(to))
	case slide == p.board.ban:
		return 0, refuse(CodeSlideBanned, "The hole may not go straight back to cell %s, from where your opponent has just slid it.",
			cellName(to))
	case p.blocked(slide):
		return 0, refuse(CodeSlideBanned, "The tile next to the hole carries your opponent's disc and may not be slid.")
	}
	return slide.move(), nil
}
