package main

import (
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// game presents a variant to the user. Package rules has its rules.
type game struct {
	title  string   // its name
	prompt string   // what to type for a move
	help   []string // explains the notation

	// toNotation converts typed text to the game's notation. It does not check whether the move is
	// legal: the hub does.
	toNotation func(typed string) string
}

// gameForVariant presents a variant that package rules has.
func gameForVariant(l texts.Lang, variant string) game {
	g, _ := rules.Parse(variant)
	return presentation(l, g)
}

func presentation(l texts.Lang, g rules.Game) game {
	switch p := g.Start().(type) {
	case *rules.Connect4Position:
		columns, rows, align := p.Size()
		return connect4(l, columns, rows, align)
	case *rules.Force3Position:
		return force3(l, p, strings.TrimPrefix(g.Variant(), "force3"))
	}
	return ticTacToe(l)
}

// boardOf returns the board of a position. Seat first made the first move.
func boardOf(p rules.Position, first room.Seat) board {
	b := board{columns: gridSide, rows: gridSide}
	at := func(i int) int { return (gridSide-1-i/gridSide)*gridSide + i%gridSide } // row by row from the top
	_, isForce3 := p.(*rules.Force3Position)
	switch p := p.(type) {
	case *rules.Connect4Position:
		b.columns, b.rows, _ = p.Size()
		at = func(i int) int { return i%b.rows*b.columns + i/b.rows } // column by column
		b.columnNames = strings.Split(connect4Columns[:b.columns], "")
	case *rules.TicTacToePosition:
		b.columnNames, b.rowNames = []string{"a", "b", "c"}, []string{"3", "2", "1"}
	}
	b.cells = make([]cell, b.columns*b.rows)
	for i, letter := range rules.FormatSetup(p)[:len(b.cells)] {
		c := &b.cells[at(i)]
		switch letter {
		case 'x', 'r':
			c.disc = first
		case 'o', 'b':
			c.disc = first.Other()
		}
		if isForce3 { // whose notation numbers the cells in the same order
			c.hole, c.name = letter == '.', strconv.Itoa(i+1)
		}
	}
	return b
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

// connect4 presents Connect Four on columns x rows cells. A player wins with align discs in a row.
func connect4(l texts.Lang, columns, rows, align int) game {
	last := connect4Columns[columns-1 : columns]
	g := game{title: l.Say(texts.Connect4, columns, rows, align), prompt: l.Say(texts.Connect4Prompt, last)}
	g.help = append(g.help, l.Say(texts.Connect4Drop, last))
	if columns > 9 {
		g.help = append(g.help, l.Say(texts.Connect4Letters))
	}
	g.help = append(g.help, l.Say(texts.Connect4Win, align))
	g.toNotation = func(typed string) string { // both 10 and a are the tenth column, and so on
		if n, err := strconv.Atoi(typed); err == nil && n > 9 && n <= columns {
			return connect4Columns[n-1 : n]
		}
		return strings.ToLower(typed)
	}
	return g
}

// gridSide is the number of rows and columns of tic-tac-toe and Force 3.
const gridSide = 3

func ticTacToe(l texts.Lang) game {
	return game{
		title: l.Say(texts.TicTacToe), prompt: l.Say(texts.TicTacToePrompt),
		help: []string{l.Say(texts.TicTacToeCells), l.Say(texts.TicTacToeDigits), l.Say(texts.TicTacToeWin)},
		// A cell also has a number, from 0 at the top left to 8 at the bottom right: many programs
		// number the cells of an array so.
		toNotation: func(typed string) string {
			if n, err := strconv.Atoi(typed); err == nil && len(typed) == 1 && n < gridSide*gridSide {
				return string([]byte{'a' + byte(n%gridSide), '0' + byte(gridSide-n/gridSide)})
			}
			return strings.ToLower(typed)
		},
	}
}

// force3 presents Force 3 with the rest of its variant, such as :placed:fair.
func force3(l texts.Lang, p *rules.Force3Position, options string) game {
	names := strings.NewReplacer(":placed", ", "+l.Say(texts.Force3Placed), ":fair", ", "+l.Say(texts.Force3Fair), ":report", ", "+l.Say(texts.Force3Report))
	g := game{title: l.Say(texts.Force3) + names.Replace(options), prompt: l.Say(texts.Force3Prompt), toNotation: strings.ToUpper}
	rules := []texts.Text{
		texts.Force3Place, texts.Force3Move, texts.Force3Slide, texts.Force3SlideTwo, texts.Force3NoUndo, texts.Force3Win,
	}
	if p.Report() {
		g.prompt = l.Say(texts.Force3ReportPrompt)
		rules = []texts.Text{
			texts.Force3Place, texts.Force3Step, texts.Force3Slide, texts.Force3SlideAgain, texts.Force3Guard,
			texts.Force3NoReverse, texts.Force3Win,
		}
	}
	if p.Placed() {
		rules = append(rules, texts.Force3PlacedRule)
	}
	if strings.HasSuffix(options, ":fair") {
		rules = append(rules, texts.Force3FairRule)
	}
	for _, rule := range rules {
		g.help = append(g.help, l.Say(rule))
	}
	return g
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
