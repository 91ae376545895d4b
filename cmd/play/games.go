package main

import (
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// game is the presentation of one variant. Package rules has its rules.
type game interface {
	// title returns the variant's name for users.
	title(l texts.Lang) string
	// board returns a position of the variant. Seat first made the first move.
	board(p rules.Position, first room.Seat) board
	// prompt says what to type for a move.
	prompt(l texts.Lang) string
	// toNotation converts typed text to the game's notation. It does not check whether
	// the move is legal: the hub does.
	toNotation(typed string) string
	// help explains the notation.
	help(l texts.Lang) []string
}

// gameForVariant returns the game of a variant, or nil if there is no such variant.
func gameForVariant(variant string) game {
	g, err := rules.Parse(variant)
	if err != nil {
		return nil
	}
	return presentation(g)
}

// presentation returns the game that presents g, or nil for nil.
func presentation(g rules.Game) game {
	if g == nil {
		return nil
	}
	switch p := g.Start().(type) {
	case *rules.Connect4Position:
		columns, rows, align := p.Size()
		return connect4{columns, rows, align}
	case *rules.Force3Position:
		return force3{p.Report(), p.Placed(), strings.TrimPrefix(g.Variant(), "force3")}
	}
	return ticTacToe{}
}

// drawText says why a position is a draw by the rules.
func drawText(p rules.Position) texts.Text {
	f, isForce3 := p.(*rules.Force3Position)
	switch {
	case !isForce3:
		return texts.DrawFull
	case f.Ply() >= rules.Force3MaxPlies:
		return texts.DrawTooLong
	case f.Repetitions() >= rules.Force3Repetitions:
		return texts.DrawRepeated
	}
	return texts.DrawBothLines
}

// connect4Columns holds the one-letter column names of the notation, from the left.
const connect4Columns = "123456789abcdef"

// connect4 is Connect Four on columns x rows cells. A player wins with align discs in a row.
type connect4 struct{ columns, rows, align int }

func (g connect4) title(l texts.Lang) string {
	return l.Say(texts.Connect4, g.columns, g.rows, g.align)
}

func (g connect4) board(p rules.Position, first room.Seat) board {
	discs := p.(*rules.Connect4Position).Discs
	b := newBoard(g.columns, g.rows, first, func(side rules.Side, column, row int) bool {
		return discs(side).Has(column*(g.rows+1) + row)
	})
	b.columnNames = strings.Split(connect4Columns[:g.columns], "")
	return b
}

func (g connect4) lastColumn() string { return connect4Columns[g.columns-1 : g.columns] }

func (g connect4) prompt(l texts.Lang) string { return l.Say(texts.Connect4Prompt, g.lastColumn()) }

// toNotation accepts both 10 and a for the tenth column, and so on.
func (g connect4) toNotation(typed string) string {
	if n, err := strconv.Atoi(typed); err == nil && n > 9 && n <= g.columns {
		return connect4Columns[n-1 : n]
	}
	return strings.ToLower(typed)
}

func (g connect4) help(l texts.Lang) []string {
	lines := []string{l.Say(texts.Connect4Drop, g.lastColumn())}
	if g.columns > 9 {
		lines = append(lines, l.Say(texts.Connect4Letters))
	}
	return append(lines, l.Say(texts.Connect4Win, g.align))
}

// gridSide is the number of rows and columns of tic-tac-toe and Force 3.
const gridSide = 3

// ticTacToe is tic-tac-toe on three by three cells.
type ticTacToe struct{}

func (ticTacToe) title(l texts.Lang) string { return l.Say(texts.TicTacToe) }

func (ticTacToe) board(p rules.Position, first room.Seat) board {
	marks := p.(*rules.TicTacToePosition).Marks
	b := newBoard(gridSide, gridSide, first, func(side rules.Side, column, row int) bool {
		return marks(side)>>(row*gridSide+column)&1 != 0
	})
	b.columnNames, b.rowNames = []string{"a", "b", "c"}, []string{"3", "2", "1"}
	return b
}

func (ticTacToe) prompt(l texts.Lang) string { return l.Say(texts.TicTacToePrompt) }

// toNotation also accepts the number of a cell, from 0 at the top left to 8 at the bottom
// right: many programs number the cells of an array so.
func (ticTacToe) toNotation(typed string) string {
	if n, err := strconv.Atoi(typed); err == nil && len(typed) == 1 && n < gridSide*gridSide {
		return string([]byte{'a' + byte(n%gridSide), '0' + byte(gridSide-n/gridSide)})
	}
	return strings.ToLower(typed)
}

func (ticTacToe) help(l texts.Lang) []string {
	return []string{l.Say(texts.TicTacToeCells), l.Say(texts.TicTacToeDigits), l.Say(texts.TicTacToeWin)}
}

// force3 is Force 3: eight tiles and a hole, three discs for each player.
type force3 struct {
	report, placed bool
	options        string // the rest of the variant, such as :placed:fair
}

func (g force3) title(l texts.Lang) string {
	names := strings.NewReplacer(":placed", ", "+l.Say(texts.Force3Placed), ":fair", ", "+l.Say(texts.Force3Fair), ":report", ", "+l.Say(texts.Force3Report))
	return l.Say(texts.Force3) + names.Replace(g.options)
}

// board names the cells as the notation does: 1 at the top left to 9 at the bottom right.
func (g force3) board(p rules.Position, first room.Seat) board {
	f := p.(*rules.Force3Position)
	number := func(column, row int) int { return (gridSide-1-row)*gridSide + column }
	b := newBoard(gridSide, gridSide, first, func(side rules.Side, column, row int) bool {
		return f.Discs(side)>>number(column, row)&1 != 0
	})
	for i := range b.cells {
		n := number(i%gridSide, i/gridSide)
		b.cells[i].hole, b.cells[i].name = n == f.Hole(), strconv.Itoa(n+1)
	}
	return b
}

func (g force3) prompt(l texts.Lang) string {
	if g.report {
		return l.Say(texts.Force3ReportPrompt)
	}
	return l.Say(texts.Force3Prompt)
}

func (force3) toNotation(typed string) string { return strings.ToUpper(typed) }

func (g force3) help(l texts.Lang) (lines []string) {
	rules := []texts.Text{
		texts.Force3Place, texts.Force3Move, texts.Force3Slide, texts.Force3SlideTwo, texts.Force3NoUndo, texts.Force3Win,
	}
	if g.report {
		rules = []texts.Text{
			texts.Force3Place, texts.Force3Step, texts.Force3Slide, texts.Force3SlideAgain, texts.Force3Guard,
			texts.Force3NoReverse, texts.Force3Win,
		}
	}
	if g.placed {
		rules = append(rules, texts.Force3PlacedRule)
	}
	if strings.HasSuffix(g.options, ":fair") {
		rules = append(rules, texts.Force3FairRule)
	}
	for _, rule := range rules {
		lines = append(lines, l.Say(rule))
	}
	return lines
}

// addBan adds a remark about the slide that is not allowed in this turn, if there is one.
func addBan(p *rules.Force3Position, add func(texts.Text, ...any)) {
	via, cell, banned := p.Ban()
	switch {
	case !banned:
	case via >= 0:
		add(texts.Force3BannedOver, via+1, cell+1)
	case p.Report():
		add(texts.Force3BannedStraight, cell+1)
	default:
		add(texts.Force3Banned, cell+1)
	}
}
