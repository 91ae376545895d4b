// Package puzzle has the puzzles: positions in which one move wins, or one move holds a draw.
//
// It promises:
//
//   - The puzzle of a day depends on the date alone, so that all hubs of one build agree.
//   - In the position of a puzzle exactly one move wins, and none wins at once; or none wins, and exactly one of several
//     holds the draw.
//   - In Connect Four, against the longest defence, each later turn has one quickest win too. The last turn may have several.
//   - No two puzzles are the same position or mirror images.
//   - A puzzle keeps its line in its file for ever: new ones come at the end. So the page can remember it.
//
// The puzzles of days are in data/puzzles.txt. Monday's is the shortest and Sunday's the longest: see Plies. After Count
// days they repeat. The page has more to train with, in data/connect4.txt and data/force3.txt, which the hub does not need.
//
// A line of Connect Four has the columns played so far, the theme, the rating on the scale of ratings of players, then the
// turns of the side to move. A turn has two characters for each column: first the seven outcomes, then what comes next. That
// is the column of the reply, but after a slow win the number of moves that it takes, in base 36. A line of Force 3 has the
// turns played so far, the theme, the rating, and the number of plies to the win, or 0.
//
// aiworker puzzles has made them: the positions come from games of levels, the rest from the exact solver. The tests check
// each puzzle.
package puzzle

import (
	_ "embed"
	"strconv"
	"strings"
	"time"
)

// Variant is the variant of all puzzles.
const Variant = "connect4:7x6:4"

// Count is the number of puzzles of days: 58 weeks.
const Count = 7 * 58

// Plies is the number of plies to the win, from Monday to Sunday.
var Plies = [7]int{3, 3, 5, 5, 7, 9, 11}

// Puzzle is a position and the way to win.
type Puzzle struct {
	Moves string // the columns played, from 1
	Theme string // of why the move wins: fork, chain5, chain7, chain9, zugzwang or plan; else only or poison
	Turns []Turn // of the side to move
}

// Plies returns the number of plies to the win.
func (p *Puzzle) Plies() int { return 2*len(p.Turns) - 1 }

// Turn is a turn of the side that wins, or that holds the draw.
type Turn struct {
	Outcomes [7]Outcome // of a move in each column, for the side that moves
	// Replies has the column, from 1, in which the other side answers a move: after a loss with the quickest win, after a
	// draw with what holds it, after the quickest win with the longest defence. 0: no answer, or none is known.
	Replies [7]int
	Slow    [7]int // after how many moves of the side that moves a slow win wins, with the move itself; 0: no slow win
}

// Outcome is what a move leads to if both sides play perfectly from there.
type Outcome byte

// The outcomes, as letters in the file.
const (
	Full  Outcome = '-' // not a move: the column is full
	Loses Outcome = 'l'
	Draws Outcome = 'd'
	Slow  Outcome = 'w' // wins, but a move of the same turn wins sooner
	Wins  Outcome = 'W' // wins soonest
	Holds Outcome = 'H' // holds the draw, where no move wins
)

//go:embed data/puzzles.txt
var text string

// first is the Monday with the first puzzle of the file.
var first = time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)

const secondsPerDay = 24 * 60 * 60

// On returns the puzzle of the day in UTC to which t belongs.
func On(t time.Time) Puzzle {
	year, month, date := t.UTC().Date()
	days := int((time.Date(year, month, date, 0, 0, 0, 0, time.UTC).Unix() - first.Unix()) / secondsPerDay)
	return all[((days%Count)+Count)%Count]
}

var all = parse(text)

// parse reads the file of puzzles. Lines that begin with # are comments. A damaged file may make it
// panic, which every test notices.
func parse(text string) (puzzles []Puzzle) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		p := Puzzle{Moves: fields[0], Theme: fields[1]}
		for _, field := range fields[3:] {
			turn := Turn{Outcomes: [7]Outcome([]Outcome(field[:7]))}
			for column, outcome := range turn.Outcomes {
				next, _ := strconv.ParseUint(strings.Trim(field[7+column:8+column], "-"), 36, 8)
				if outcome == Slow {
					turn.Slow[column] = int(next)
				} else {
					turn.Replies[column] = int(next)
				}
			}
			p.Turns = append(p.Turns, turn)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}
