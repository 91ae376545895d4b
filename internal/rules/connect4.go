package rules

import (
	"slices"
	"strings"
)

// The limits of the board sizes of Connect Four.
const (
	Connect4MinSide  = 4 // number of columns, and of rows
	Connect4MaxSide  = 15
	Connect4MinAlign = 3 // discs to align
	Connect4MaxAlign = 5
)

// connect4Columns has the names of the columns in the notation, from the left.
const connect4Columns = "123456789abcdef"

// connect4 is the game on one board size. It is immutable.
type connect4 struct {
	variant       string
	columns, rows int
	align         int
	stride        int    // bits from one column to the next
	directions    [4]int // bits from one cell to the next, by direction of an alignment
	oneWord       bool   // the board fits into the first word of a Bitboard
	centreFirst   []Move // the columns, ordered by distance from the centre
}

func parseConnect4(variant string) (Game, error) {
	sizes := strings.TrimPrefix(variant, "connect4:")
	board, alignText, _ := strings.Cut(sizes, ":")
	columnsText, rowsText, _ := strings.Cut(board, "x")
	columns, okColumns := parseSize(columnsText, Connect4MinSide, Connect4MaxSide)
	rows, okRows := parseSize(rowsText, Connect4MinSide, Connect4MaxSide)
	align, okAlign := parseSize(alignText, Connect4MinAlign, Connect4MaxAlign)
	if !okColumns || !okRows || !okAlign {
		return nil, refuse(CodeUnknownVariant,
			"%s is not a Connect Four board; write connect4:COLSxROWS:ALIGN with %d to %d columns, "+
				"%d to %d rows and %d to %d discs to align, such as connect4:7x6:4.",
			quote(variant), Connect4MinSide, Connect4MaxSide, Connect4MinSide, Connect4MaxSide,
			Connect4MinAlign, Connect4MaxAlign)
	}
	if align > max(columns, rows) {
		return nil, refuse(CodeUnknownVariant,
			"%d discs in a row do not fit on %d columns and %d rows; one side must be at least as long.",
			align, columns, rows)
	}
	return newConnect4(variant, columns, rows, align), nil
}

func newConnect4(variant string, columns, rows, align int) *connect4 {
	stride := rows + 1
	g := &connect4{
		variant: strings.Clone(variant),
		columns: columns, rows: rows, align: align,
		stride:     stride,
		directions: [4]int{1, stride - 1, stride, stride + 1},
		oneWord:    columns*stride <= wordBits,
	}
	for c := range columns {
		g.centreFirst = append(g.centreFirst, Move(c))
	}
	slices.SortStableFunc(g.centreFirst, func(a, b Move) int {
		fromCentre := func(m Move) int { return max(2*int(m)+1-columns, columns-1-2*int(m)) }
		return fromCentre(a) - fromCentre(b)
	})
	return g
}

func (g *connect4) Variant() string   { return g.variant }
func (g *connect4) Separator() string { return "" }
func (g *connect4) MaxPlies() int     { return g.columns * g.rows }

func (g *connect4) Start() Position {
	return &Connect4Position{game: g, history: make([]uint8, 0, g.columns*g.rows)}
}

// Connect4Position is a Position of Connect Four. In addition to the Position interface
// it shows the board as Bitboards, for evaluators and solvers.
//
// Its Move is the number of the column, counted from 0 at the left.
type Connect4Position struct {
	game    *connect4
	discs   [2]Bitboard            // cells with discs of First and of Second
	heights [Connect4MaxSide]uint8 // how many discs each column holds
	history []uint8                // the columns of the moves; the capacity suffices for a full board
	outcome Outcome
}

// Size returns the number of columns, of rows and of discs to align.
func (p *Connect4Position) Size() (columns, rows, align int) {
	return p.game.columns, p.game.rows, p.game.align
}

// Discs returns the cells with discs of s, which must be First or Second. The result
// changes with the position. Callers must not write to it.
func (p *Connect4Position) Discs(s Side) *Bitboard { return &p.discs[s-First] }

// Height returns the number of discs in a column. Columns are counted from 0.
func (p *Connect4Position) Height(column int) int { return int(p.heights[column]) }

// Turn implements Position.
func (p *Connect4Position) Turn() Side { return First + Side(len(p.history)&1) }

// Ply implements Position.
func (p *Connect4Position) Ply() int { return len(p.history) }

// Outcome implements Position.
func (p *Connect4Position) Outcome() Outcome { return p.outcome }

// Moves implements Position. It returns the columns that are not full, those nearest to
// the centre first.
func (p *Connect4Position) Moves(buf []Move) []Move {
	if p.outcome != Ongoing {
		return buf
	}
	for _, m := range p.game.centreFirst {
		if int(p.heights[m]) < p.game.rows {
			buf = append(buf, m)
		}
	}
	return buf
}

// Play implements Position.
func (p *Connect4Position) Play(m Move) {
	g, side := p.game, p.Turn()
	own := &p.discs[side-First]
	cell := int(m)*g.stride + int(p.heights[m])
	own.set(cell)
	p.heights[m]++
	p.history = append(p.history, uint8(m))
	switch {
	case g.aligned(own, cell):
		p.outcome = WonBy(side)
	case len(p.history) == g.columns*g.rows:
		p.outcome = Drawn
	}
}

// Undo implements Position.
func (p *Connect4Position) Undo() {
	last := len(p.history) - 1
	if last < 0 {
		panic("rules: Undo with nothing played")
	}
	column := p.history[last]
	checkUndo(column)
	p.history = p.history[:last]
	p.heights[column]--
	p.discs[last&1].clear(int(column)*p.game.stride + int(p.heights[column]))
	p.outcome = Ongoing // no turn follows the one that ends a game
}

// aligned reports whether the disc on cell completes an alignment. The other discs must not have
// one.
//
// On one word it is faster to look for runs on the whole board. On four words it is
// several times faster to follow the lines through the cell.
func (g *connect4) aligned(discs *Bitboard, cell int) bool {
	if g.oneWord {
		b, found := discs[0], uint64(0)
		for _, d := range g.directions {
			found |= runs64(b, d, g.align)
		}
		return found != 0
	}
	return g.inLine(discs, cell)
}

// inLine reports whether the disc on cell is part of an alignment.
func (g *connect4) inLine(discs *Bitboard, cell int) bool {
	for _, d := range g.directions {
		if 1+discs.countRun(cell, d)+discs.countRun(cell, -d) >= g.align {
			return true
		}
	}
	return false
}

// line returns the cells of all alignments of the discs, as Position.Line does.
func (g *connect4) line(discs *Bitboard) (cells []int) {
	for r := range g.rows {
		for c := range g.columns {
			if cell := c*g.stride + r; discs.Has(cell) && g.inLine(discs, cell) {
				cells = append(cells, r*g.columns+c)
			}
		}
	}
	return cells
}

// Line implements Position. It returns every cell of every run that is long enough,
// because one disc can complete several.
func (p *Connect4Position) Line() []int {
	winner := p.outcome.Winner()
	if winner == NoSide {
		return nil
	}
	return p.game.line(p.Discs(winner))
}

// ParseMove implements Position. A move is one character for the column from the left, 1
// to 9 and then a to f. The codes are CodeBadMove, CodeGameOver and CodeColumnFull,
// checked in this order.
func (p *Connect4Position) ParseMove(text string) (Move, error) {
	column := -1
	if len(text) == 1 {
		column = strings.Index(connect4Columns[:p.game.columns], text)
	}
	switch {
	case column < 0:
		return 0, refuse(CodeBadMove, "%s is not a column of this board: the columns are %s.",
			quote(text), p.game.columnNames())
	case p.outcome.Over():
		return 0, errGameOver()
	case int(p.heights[column]) == p.game.rows:
		return 0, refuse(CodeColumnFull, "Column %s is full.", text)
	}
	return Move(column), nil
}

// columnNames describes the names of the columns for an error.
func (g *connect4) columnNames() string {
	last := connect4Columns[g.columns-1 : g.columns]
	switch {
	case g.columns <= 9:
		return "1 to " + last
	case g.columns == 10:
		return "1 to 9 and a"
	default:
		return "1 to 9 and a to " + last
	}
}

// FormatMove implements Position.
func (p *Connect4Position) FormatMove(m Move) string { return connect4Columns[m : m+1] }

// Clone implements Position.
func (p *Connect4Position) Clone() Position {
	q := *p
	q.history = append(make([]uint8, 0, cap(p.history)), p.history...)
	return &q
}
