package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/textfile"
)

const perfectUsage = `quatre-worker perfect writes to FILE how the first player wins Connect Four 7x6: one move for each of its turns, against the
defences that hold out longest, until there is a short reason why it wins. It goes on where an earlier run was
stopped or killed.

Each line is a position with the first player to move. No two are the same or mirror images:

	MOVES COLUMN          plays this column
	MOVES KIND GRADE ...  has this reason: docs/teach/reasons.md
	MOVES ?               has no reason that is known, and the map ends

MOVES begins with a number in base 36: how many columns are those of the line before. The rest of a reason is lists of
cells, with commas between them: moves, cells, then the plan's first, pairs, never and spare; then the positions, ends and
zugzwangs of the proof. A cell is its column, from a, and its row, from 1.`

const (
	lastAllPly     = 1  // discs of the last position in which all replies are in the map; later there are two
	firstReasonPly = 12 // discs of the first position in which a reason is looked for: with fewer, that takes long and hardly ever finds one
	lastMapPly     = 28 // discs of a position at which the map ends
)

func perfect(args []string, s streams) (action, error) {
	names, err := cli.Parse(cli.NewFlags("quatre-worker perfect", "FILE", perfectUsage, s.err), args, "FILE")
	return func(ctx context.Context) error {
		m := newMapMaker(lastMapPly)
		m.progress = newProgress(s.err)
		err := m.writeFile(ctx, names[0])
		m.progress.clear()
		if err == nil {
			fmt.Fprintf(s.out, "%d positions: %d ends have a reason, %d have none\n", len(m.seen), m.explained, m.open)
		}
		return err
	}, err
}

// mapMaker makes the map of the first player's win.
type mapMaker struct {
	engine   *minimax.Engine
	last     int // the number of discs of a position at which the map ends
	pos      *rules.Connect4Position
	out      io.Writer
	progress *progress

	known           map[string]string          // the answers of an earlier run, by moves
	seen            map[string]bool            // the canonical positions in the map
	reasons         map[string]*reasons.Reason // by position; nil: none that can be shown
	before          string                     // the moves of the last line
	explained, open int                        // ends with a reason and without
}

func newMapMaker(last int) *mapMaker {
	game, _ := rules.Parse("connect4:7x6:4")
	return &mapMaker{
		engine: minimax.NewEngine(minimax.DefaultTableBytes), last: last, pos: game.Start().(*rules.Connect4Position),
		known: map[string]string{}, seen: map[string]bool{}, reasons: map[string]*reasons.Reason{},
	}
}

// writeFile writes the map to a file, after the lines that the file has already.
func (m *mapMaker) writeFile(ctx context.Context, path string) error {
	file, err := openLines(path, func(lines string) (err error) {
		m.known, m.before, err = readMap(lines)
		return err
	})
	if err != nil {
		return err
	}
	defer file.Close()
	m.out = file
	return m.visit(ctx, "")
}

// readMap reads the lines of a map: their answers by moves, and the moves of the last line.
func readMap(text string) (answers map[string]string, moves string, err error) {
	answers = map[string]string{}
	lines := textfile.NewScanner(strings.NewReader(text), maxLine)
	for lines.Scan() {
		short, answer, ok := strings.Cut(lines.Text(), " ")
		kept, err := strconv.ParseInt(short[:min(1, len(short))], 36, 0)
		if !ok || err != nil || int(kept) > len(moves) {
			return nil, "", fmt.Errorf("line %d is no position of a map", len(answers)+1)
		}
		moves = moves[:kept] + short[1:]
		answers[moves] = answer
	}
	return answers, moves, lines.Err()
}

// visit adds the position and all that follow it to the map. The first player is to move.
func (m *mapMaker) visit(ctx context.Context, moves string) error {
	key, _ := rules.Canonical(m.pos)
	if m.seen[key] {
		return nil
	}
	m.seen[key] = true
	answer, found := m.known[moves]
	if !found {
		var err error
		if answer, err = m.answer(ctx); err != nil {
			return err
		}
		kept := 0
		for kept < min(len(moves), len(m.before)) && moves[kept] == m.before[kept] {
			kept++
		}
		if _, err := fmt.Fprintf(m.out, "%s%s %s\n", strconv.FormatInt(int64(kept), 36), moves[kept:], answer); err != nil {
			return err
		}
		m.before = moves
		m.progress.update(fmt.Sprintf("%d positions, %s; %d ends with a reason, %d without", len(m.seen), moves, m.explained, m.open))
	}
	move, err := m.pos.ParseMove(answer)
	switch {
	case answer == "?":
		m.open++
		return nil
	case err != nil:
		m.explained++
		return nil
	}
	m.pos.Play(move)
	defer m.pos.Undo()
	replies, err := m.replies(ctx)
	for _, reply := range replies {
		m.pos.Play(reply)
		err = m.visit(ctx, moves+answer+m.pos.FormatMove(reply))
		m.pos.Undo()
		if err != nil {
			return err
		}
	}
	return err
}

// answer returns what the map says of the position.
func (m *mapMaker) answer(ctx context.Context) (string, error) {
	if m.pos.Ply() >= firstReasonPly {
		if r, err := m.reason(ctx); err != nil || r != nil {
			return m.format(r), err
		}
	}
	if m.pos.Ply() >= m.last {
		return "?", nil
	}
	move, err := m.bestMove(ctx)
	return m.pos.FormatMove(move), err
}

// reason returns the reason why the first player, who is to move, wins the position; nil if none can be shown.
func (m *mapMaker) reason(ctx context.Context) (*reasons.Reason, error) {
	key := rules.FormatSetup(m.pos)
	if r, found := m.reasons[key]; found {
		return r, nil
	}
	r, err := m.engine.Explain(ctx, m.pos, minimax.Unlimited, false)
	if err != nil || r != nil && r.Grade == reasons.Hard {
		r = nil
	}
	m.reasons[key] = r
	return r, err
}

// bestMove returns a move of the first player that wins soonest. Of several, it is the one with reasons after the most
// replies, and then the one nearest to the middle.
func (m *mapMaker) bestMove(ctx context.Context) (rules.Move, error) {
	a, err := m.engine.Analyse(ctx, m.pos, minimax.Unlimited, nil)
	if err != nil {
		return 0, err
	}
	moves := a.Best()
	slices.SortStableFunc(moves, func(x, y rules.Move) int { return offMiddle(x) - offMiddle(y) })
	if len(moves) == 1 || m.pos.Ply()+2 < firstReasonPly {
		return moves[0], nil
	}
	best, most := moves[0], -1.0
	for _, move := range moves {
		m.pos.Play(move)
		share, err := m.explainedShare(ctx)
		m.pos.Undo()
		if err != nil {
			return 0, err
		}
		if share > most {
			best, most = move, share
		}
	}
	return best, nil
}

func offMiddle(m rules.Move) int { return max(int(m)-3, 3-int(m)) }

// explainedShare returns after which share of the replies there is a reason.
func (m *mapMaker) explainedShare(ctx context.Context) (float64, error) {
	replies, err := m.replies(ctx)
	explained := 0
	for _, reply := range replies {
		m.pos.Play(reply)
		r, reasonErr := m.reason(ctx)
		m.pos.Undo()
		if reasonErr != nil {
			return 0, reasonErr
		}
		if r != nil {
			explained++
		}
	}
	return float64(explained) / float64(max(1, len(replies))), err
}

// replies returns the replies of the second player that are in the map, those that lose latest first. A reply after which
// the first player completes a line at once is left out, unless all are such.
func (m *mapMaker) replies(ctx context.Context) ([]rules.Move, error) {
	if m.pos.Outcome().Over() {
		return nil, nil
	}
	a, err := m.engine.Analyse(ctx, m.pos, minimax.Unlimited, nil)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(a.Moves, func(x, y minimax.MoveValue) int {
		if x.Value.Low != y.Value.Low {
			return int(y.Value.Low - x.Value.Low)
		}
		return offMiddle(x.Move) - offMiddle(y.Move)
	})
	most := 2
	if m.pos.Ply() <= lastAllPly {
		most = len(a.Moves)
	}
	var moves []rules.Move
	mirrors := map[string]bool{}
	for _, v := range a.Moves {
		plies, _ := v.Value.Low.Mate()
		m.pos.Play(v.Move)
		key, _ := rules.Canonical(m.pos)
		m.pos.Undo()
		if len(moves) == most || plies == -2 && len(moves) > 0 || mirrors[key] {
			continue
		}
		mirrors[key] = true
		moves = append(moves, v.Move)
	}
	return moves, nil
}

// format returns a reason as a line of the map has it.
func (m *mapMaker) format(r *reasons.Reason) string {
	if r == nil {
		return ""
	}
	columns, _, _ := m.pos.Size()
	name := func(cells []reasons.Cell) string {
		var text strings.Builder
		for _, c := range cells {
			fmt.Fprintf(&text, "%c%d", 'a'+rune(int(c)%columns), 1+int(c)/columns)
		}
		return text.String()
	}
	var pairs []reasons.Cell
	for _, pair := range r.Plan.Pairs {
		pairs = append(pairs, pair[:]...)
	}
	lists := []string{name(r.Moves), name(r.Cells), name(r.Plan.First), name(pairs), name(r.Plan.Never), name(r.Plan.Spare)}
	return fmt.Sprintf("%s %s %s,%d,%d,%d", r.Kind, r.Grade, strings.Join(lists, ","), r.Proof.Positions, r.Proof.Ends, r.Proof.Zugzwang)
}
