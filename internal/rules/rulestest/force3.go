package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/rules"
)

// force3 is a board of Force 3. String draws it on one line, such as "srsb.ssss r 2 2 7":
//
//   - the cells 1 to 9 row by row from the top left: '.' the hole, 's' a free tile, 'r'
//     and 'b' a tile with a disc of the first and of the second side
//   - the side to move
//   - the discs that the first and the second side have in hand
//   - the slide that is banned: the cell to which the hole must not go, or '-'. In
//     force3:report, 6+3 says that the hole must not go over cell 6 to cell 3
type force3 struct {
	fair, placed, report bool
	tiles                [10]byte // by cell; there is no cell 0
	hand                 [3]int   // by side
	turn                 rules.Side
	ban                  int    // cell, or 0; not in force3:report
	reverse              string // in force3:report: the slide that reverses the last turn, or empty
}

// colours has the letters of the sides' discs, by side.
const colours = " rb"

func newForce3(variant string) force3 {
	b := force3{
		fair: strings.HasSuffix(variant, ":fair"), placed: strings.Contains(variant, ":placed"), report: variant == "force3:report",
		hand: [3]int{0, 3, 3}, turn: rules.First,
	}
	copy(b.tiles[1:], "ssss.ssss")
	return b
}

func (b force3) side() rules.Side { return b.turn }

// row and column return the row and the column of a cell, counted from 0 at the top left.
func row(cell int) int    { return (cell - 1) / 3 }
func column(cell int) int { return (cell - 1) % 3 }

func (b force3) legal() []string {
	fairStart := b.fair && b.hand[rules.First] == 3 && b.hand[rules.Second] == 3
	moves := b.placements(fairStart)
	if fairStart || b.placed && b.hand[rules.First]+b.hand[rules.Second] > 0 {
		return moves
	}
	for from := 1; from <= 9; from++ {
		for to := 1; to <= 9; to++ {
			near := max(abs(row(from)-row(to)), abs(column(from)-column(to))) <= 1
			beside := abs(row(from)-row(to))+abs(column(from)-column(to)) == 1
			if b.tiles[from] == colours[b.turn] && b.tiles[to] == 's' && (near || !b.placed) && (beside || !b.report) {
				moves = append(moves, "M"+digit(from)+"-"+digit(to))
			}
		}
	}
	if b.report {
		return append(moves, b.reportSlides()...)
	}
	return append(moves, b.slides()...)
}

func (b force3) placements(corner bool) []string {
	var moves []string
	for to := 1; to <= 9; to++ {
		isCorner := to == 1 || to == 3 || to == 7 || to == 9
		if b.hand[b.turn] > 0 && b.tiles[to] == 's' && (isCorner || !corner) {
			moves = append(moves, "P"+digit(to))
		}
	}
	return moves
}

func (b force3) slides() []string {
	var moves []string
	hole := b.hole()
	for _, step := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		near := cellAt(row(hole)+step[0], column(hole)+step[1])
		far := cellAt(row(hole)+2*step[0], column(hole)+2*step[1])
		if near == 0 || b.placed && b.tiles[near] == colours[b.turn.Other()] {
			continue
		}
		if near != b.ban {
			moves = append(moves, "S"+digit(near))
		}
		if far != 0 && far != b.ban {
			moves = append(moves, "S"+digit(far)+"+")
		}
	}
	return moves
}

// reportSlides returns the legal slides of force3:report. A tile with a disc of the opponent does
// not slide, a tile does not slide twice in a turn, and no turn reverses the last turn.
func (b force3) reportSlides() []string {
	var moves []string
	for first := 1; first <= 9; first++ {
		if !b.maySlide(first, b.hole()) {
			continue
		}
		moves = append(moves, "S"+digit(first))
		for second := 1; second <= 9; second++ {
			if second != b.hole() && b.maySlide(second, first) {
				moves = append(moves, "S"+digit(first)+"+"+digit(second))
			}
		}
	}
	return slices.DeleteFunc(moves, func(move string) bool { return move == b.reverse })
}

// maySlide reports whether the tile on cell may slide to the cell hole if the hole is there.
func (b force3) maySlide(cell, hole int) bool {
	steps := abs(row(cell)-row(hole)) + abs(column(cell)-column(hole))
	return steps == 1 && b.tiles[cell] != colours[b.turn.Other()]
}

func (b force3) hole() int {
	for cell := 1; cell <= 9; cell++ {
		if b.tiles[cell] == '.' {
			return cell
		}
	}
	panic("rulestest: no hole")
}

// cellAt returns the cell in a row and a column, or 0 if there is none.
func cellAt(row, column int) int {
	if row < 0 || row > 2 || column < 0 || column > 2 {
		return 0
	}
	return 3*row + column + 1
}

func (b force3) after(move string) board {
	cell := int(move[1] - '0') // the first cell that the move names
	hole := b.hole()
	b.ban, b.reverse = 0, ""
	switch {
	case move[0] == 'P':
		b.hand[b.turn]--
		b.tiles[cell] = colours[b.turn]
	case move[0] == 'M':
		b.tiles[cell], b.tiles[move[3]-'0'] = 's', b.tiles[cell]
	case b.report:
		for _, next := range strings.Split(move[1:], "+") {
			tile := int(next[0] - '0')
			b.tiles[b.hole()], b.tiles[tile] = b.tiles[tile], '.'
		}
		b.reverse = "S" + digit(hole)
		if len(move) > 2 {
			b.reverse = "S" + digit(cell) + "+" + digit(hole)
		}
	case len(move) == 2:
		b.ban = hole
		b.tiles[hole], b.tiles[cell] = b.tiles[cell], '.'
	default:
		between := cellAt((row(hole)+row(cell))/2, (column(hole)+column(cell))/2)
		b.ban = hole
		b.tiles[hole], b.tiles[between], b.tiles[cell] = b.tiles[between], b.tiles[cell], '.'
	}
	b.turn = b.turn.Other()
	return b
}

func (b force3) cells() (cells []rules.Side, columns, align int) {
	cells = make([]rules.Side, 9)
	for cell := 1; cell <= 9; cell++ {
		fromBottom := 2 - row(cell)
		switch b.tiles[cell] {
		case 'r':
			cells[3*fromBottom+column(cell)] = rules.First
		case 'b':
			cells[3*fromBottom+column(cell)] = rules.Second
		}
	}
	return cells, 3, 3
}

func (b force3) String() string {
	ban := "-"
	if b.ban > 0 {
		ban = digit(b.ban)
	}
	if b.reverse != "" {
		ban = b.reverse[1:]
	}
	return fmt.Sprintf("%s %c %d %d %s", b.tiles[1:], colours[b.turn], b.hand[rules.First], b.hand[rules.Second], ban)
}

func digit(n int) string { return "0123456789"[n : n+1] }

func abs(n int) int { return max(n, -n) }
