package rules

import (
	"math/bits"
	"strings"
)

// The limits of Force 3.
const (
	Force3Discs       = 3   // discs of each side, all in hand at the start
	Force3Repetitions = 3   // a position that occurs this many times is drawn
	Force3MaxPlies    = 200 // a game that reaches this ply is drawn
)

// force3 is one variant. It is immutable.
type force3 struct {
	variant string
	fair    bool // the first turn must be the placement on a corner
	placed  bool // all discs are placed first; then a disc steps like a chess king
	report  bool // the rules of force3_report.go
}

// force3Variants lists the variants. TestForce3Solved proves that the first player can force a win
// in force3 and force3:placed, and that the other variants are drawn.
var force3Variants = []force3{
	{variant: "force3"},
	{variant: "force3:fair", fair: true},
	{variant: "force3:placed", placed: true},
	{variant: "force3:placed:fair", placed: true, fair: true},
	{variant: "force3:report", report: true},
}

func parseForce3(variant string) (Game, error) {
	names := make([]string, 0, len(force3Variants))
	for i := range force3Variants {
		if g := &force3Variants[i]; g.variant == variant {
			return g, nil
		}
		names = append(names, force3Variants[i].variant)
	}
	return nil, refuse(CodeUnknownVariant, "%s is not a variant of Force 3; the variants are %s.",
		quote(variant), strings.Join(names, ", "))
}

func (g *force3) Variant() string   { return g.variant }
func (g *force3) Separator() string { return " " }
func (g *force3) MaxPlies() int     { return Force3MaxPlies }

func (g *force3) Start() Position {
	return &Force3Position{
		game:    g,
		board:   force3Board{hole: force3Centre, ban: noForce3Ban},
		history: make([]force3Board, 0, Force3MaxPlies),
	}
}

const (
	force3Centre  = 4
	force3NoCell  = cells3        // no cell
	force3Corners = 0b101_000_101 // the set of the corner cells
)

// force3Board has what decides which turns are legal, except for the side to move.
type force3Board struct {
	discs [2]uint16   // the cells that carry discs of First and of Second
	hole  uint8       // the cell of the hole
	ban   force3Slide // the slide that must not be made, because it would reverse the last turn
}

// force3Slide is a slide of one or two tiles. The hole goes to the cell via next to it, and then to the
// cell to next to via. If one tile slides, both are the same cell.
type force3Slide struct{ via, to uint8 }

var noForce3Ban = force3Slide{force3NoCell, force3NoCell}

// Force3Position is a Position of Force 3. In addition to the Position interface it shows
// the board, for evaluators and solvers.
//
// Cells are numbered in three ways. The notation has 1 to 9 from the top left. The
// methods of this type and the bits of their sets have 0 to 8 from the top left. Line has
// 0 to 8 from the bottom left, as in every game:
//
//	notation     methods      Line
//	1  2  3      0  1  2      6  7  8
//	4  5  6      3  4  5      3  4  5
//	7  8  9      6  7  8      0  1  2
//
// A Move of Force 3 is one of 171 codes; see force3Place.
type Force3Position struct {
	game    *force3
	board   force3Board
	history []force3Board // the board before each turn, from the start
	outcome Outcome

	secondBegan bool // whether Second moved first; only in positions from Setup
}

// The encoding of moves. A placement is force3Place + its cell. A slide is force3Slides + via*9 + to.
// A move of a disc is force3Move + from*9 + to.
const (
	force3Place  Move = 0
	force3Slides Move = force3Place + cells3
	force3Move   Move = force3Slides + cells3*cells3
)

func slideOf(m Move) force3Slide {
	return force3Slide{via: uint8(m-force3Slides) / cells3, to: uint8(m-force3Slides) % cells3}
}

func (s force3Slide) move() Move { return force3Slides + Move(s.via)*cells3 + Move(s.to) }

// Game returns the variant of the position.
func (p *Force3Position) Game() Game { return p.game }

// Placed reports whether the variant is one where all discs are placed first.
func (p *Force3Position) Placed() bool { return p.game.placed }

// Report reports whether the variant is force3:report.
func (p *Force3Position) Report() bool { return p.game.report }

// Discs returns the cells with discs of s, which must be First or Second.
func (p *Force3Position) Discs(s Side) uint16 { return p.board.discs[s-First] }

// Free returns the cells whose tile carries no disc.
func (p *Force3Position) Free() uint16 { return p.board.free() }

// Hand returns how many discs s has in hand.
func (p *Force3Position) Hand(s Side) int { return Force3Discs - bits.OnesCount16(p.Discs(s)) }

// Hole returns the cell of the hole.
func (p *Force3Position) Hole() int { return int(p.board.hole) }

// Ban returns the slide that is banned on this turn: the hole must not go to cell. banned is false
// if no slide is banned. In force3:report, two slides may be banned. Then via is the cell of the
// hole after the first of them. Otherwise via is -1.
func (p *Force3Position) Ban() (via, cell int, banned bool) {
	ban := p.board.ban
	if via = -1; p.game.report && ban.via != ban.to {
		via = int(ban.via)
	}
	return via, int(ban.to), ban.to != force3NoCell
}

// Repetitions returns how many times the position has occurred, including now. Two
// positions are the same if they have the same board, ban and side to move.
func (p *Force3Position) Repetitions() int {
	times, discs := 1, p.board.count()
	for i := len(p.history) - 2; i >= 0 && p.history[i].count() == discs; i -= 2 {
		if p.history[i] == p.board {
			times++
		}
	}
	return times
}

// Turn implements Position.
func (p *Force3Position) Turn() Side {
	turn := First + Side(len(p.history)&1)
	if p.secondBegan {
		return turn.Other()
	}
	return turn
}

// Ply implements Position.
func (p *Force3Position) Ply() int { return len(p.history) }

// Outcome implements Position.
func (p *Force3Position) Outcome() Outcome { return p.outcome }

// Play implements Position.
func (p *Force3Position) Play(m Move) {
	own := &p.board.discs[p.Turn()-First]
	p.history = append(p.history, p.board)
	p.board.ban = noForce3Ban
	switch {
	case m >= force3Move:
		from, to := (m-force3Move)/cells3, (m-force3Move)%cells3
		*own ^= 1<<from | 1<<to
	case m >= force3Slides:
		p.board.slide(slideOf(m))
	default:
		*own |= 1 << (m - force3Place)
	}
	p.outcome = p.findOutcome()
}

// findOutcome returns the outcome after the last turn. Any turn can complete a line of
// either side.
func (p *Force3Position) findOutcome() Outcome {
	first, second := filledLines(p.board.discs[0]) != 0, filledLines(p.board.discs[1]) != 0
	switch {
	case first && second:
		return Drawn
	case first:
		return FirstWins
	case second:
		return SecondWins
	case len(p.history) >= Force3MaxPlies || p.Repetitions() >= Force3Repetitions:
		return Drawn
	default:
		return Ongoing
	}
}

// Undo implements Position.
func (p *Force3Position) Undo() {
	last := len(p.history) - 1
	if last < 0 {
		panic("rules: Undo with nothing played")
	}
	p.board, p.history = p.history[last], p.history[:last]
	p.outcome = Ongoing // no turn follows the one that ends a game
}

// Line implements Position. A slide that completes lines of both sides draws; Line then
// has the cells of both.
func (p *Force3Position) Line() []int {
	set := filledLines(p.board.discs[0]) | filledLines(p.board.discs[1])
	if set == 0 {
		return nil
	}
	const row = 1<<side3 - 1
	return listCells(set&row<<(2*side3) | set&(row<<side3) | set>>(2*side3))
}

// Clone implements Position.
func (p *Force3Position) Clone() Position {
	q := *p
	q.history = append(make([]force3Board, 0, cap(p.history)), p.history...)
	return &q
}

func (b *force3Board) free() uint16 {
	return all3 &^ (b.discs[0] | b.discs[1] | 1<<b.hole)
}

// count returns the number of discs on the board.
func (b *force3Board) count() int { return bits.OnesCount16(b.discs[0] | b.discs[1]) }

// slide moves the hole to the cell via and then to the cell to.
func (b *force3Board) slide(s force3Slide) {
	from := b.hole
	b.shift(s.via, from)
	b.hole, b.ban = s.to, force3Slide{via: s.via, to: from}
	if s.via == s.to {
		b.ban.via = from
	} else {
		b.shift(s.to, s.via)
	}
}

// shift moves a tile and the disc on it.
func (b *force3Board) shift(from, to uint8) {
	for i, set := range b.discs {
		b.discs[i] = set&^(1<<from) | set>>from&1<<to
	}
}
