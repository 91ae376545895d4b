package reasons_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/quatre/quatre/internal/reasons"
)

// plainBoard is a board as docs/teach/reasons.md describes it: cells from the bottom left, row by row. It shares
// nothing with package reasons but the types of a reason.
type plainBoard struct {
	columns, rows, align int
	discs                []byte // 'w' of the winner, 'l' of the loser, 0
}

func (b *plainBoard) clone() *plainBoard {
	c := *b
	c.discs = slices.Clone(b.discs)
	return &c
}

// height returns the number of discs in a column.
func (b *plainBoard) height(column int) (n int) {
	for n < b.rows && b.discs[n*b.columns+column] != 0 {
		n++
	}
	return n
}

// moves returns the cells that can be taken.
func (b *plainBoard) moves() (cells []int) {
	for c := range b.columns {
		if h := b.height(c); h < b.rows {
			cells = append(cells, h*b.columns+c)
		}
	}
	return cells
}

// completes reports whether a disc of a side on a cell completes a line.
func (b *plainBoard) completes(cell int, side byte) bool {
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n := 1
		for _, sign := range []int{1, -1} {
			for i := 1; ; i++ {
				c, r := cell%b.columns+sign*i*d[0], cell/b.columns+sign*i*d[1]
				if c < 0 || c >= b.columns || r < 0 || r >= b.rows || b.discs[r*b.columns+c] != side {
					break
				}
				n++
			}
		}
		if n >= b.align {
			return true
		}
	}
	return false
}

func (b *plainBoard) play(cell int, side byte) *plainBoard {
	c := b.clone()
	c.discs[cell] = side
	return c
}

// completing returns the moves with which a side completes a line.
func (b *plainBoard) completing(side byte) (cells []int) {
	for _, m := range b.moves() {
		if b.completes(m, side) {
			cells = append(cells, m)
		}
	}
	return cells
}

// isFork reports whether the winner cannot be stopped from completing a line after a move.
func (b *plainBoard) isFork(move int) bool {
	after := b.play(move, 'w')
	return len(after.completing('w')) > 0 && after.threats(2) == nil
}

// allowed returns the moves that a plan allows the winner, after the loser's move last, by the rules of
// docs/teach/reasons.md. any leaves out all rules but 1, 2 and 9.
func (b *plainBoard) allowed(p *reasons.Plan, last int, any bool) []int {
	if now := b.completing('w'); len(now) > 0 {
		return now
	}
	if must := b.completing('l'); len(must) > 0 {
		return must
	}
	var safe []int
	for _, m := range b.moves() {
		above := m + b.columns
		if !slices.Contains(p.Never, reasons.Cell(m)) && (above >= len(b.discs) || !b.completes(above, 'l')) {
			safe = append(safe, m)
		}
	}
	isSafe := func(c reasons.Cell) bool { return slices.Contains(safe, int(c)) }
	if any {
		return safe
	}
	if forks := slices.DeleteFunc(slices.Clone(safe), func(m int) bool { return !b.isFork(m) }); len(forks) > 0 {
		return forks
	}
	for _, c := range p.First {
		if isSafe(c) {
			return []int{int(c)}
		}
	}
	for _, pair := range p.Pairs {
		for i, c := range pair {
			if int(c) == last && isSafe(pair[1-i]) {
				return []int{int(pair[1-i])}
			}
		}
	}
	if above := last + b.columns; last >= 0 && isSafe(reasons.Cell(above)) {
		return []int{above}
	}
	for _, c := range p.Spare {
		if isSafe(c) {
			return []int{int(c)}
		}
	}
	if odd := slices.DeleteFunc(slices.Clone(safe), func(m int) bool { return (b.rows-m/b.columns)%2 == 0 }); len(odd) > 0 {
		return odd
	}
	return safe
}

var errRefuted = errors.New("refuted")

// prove checks a reason by playing everything out.
func (b *plainBoard) prove(winnerMoves bool, r *reasons.Reason) error {
	if r.Kind == reasons.Each {
		for _, m := range r.Moves {
			b = b.play(int(m), 'w')
		}
		for _, m := range b.moves() {
			i := slices.IndexFunc(r.Replies, func(reply reasons.Reply) bool { return int(reply.Move) == m })
			if i < 0 || b.completes(m, 'l') {
				return errRefuted
			}
			if err := b.play(m, 'l').prove(true, &r.Replies[i].Reason); err != nil {
				return err
			}
		}
		return nil
	}
	p := &plainProof{reason: r, seen: map[string]error{}}
	if r.Kind == reasons.Safe && winnerMoves {
		return p.winner(b, -1)
	}
	for i, c := range r.Moves {
		m := int(c)
		switch {
		case !slices.Contains(b.moves(), m):
			return fmt.Errorf("move %d is not possible", i)
		case i%2 == 0 && b.completes(m, 'w'):
			return nil
		case i%2 == 0:
			b = b.play(m, 'w')
		default:
			for _, other := range b.moves() {
				if other != m && len(b.play(other, 'l').completing('w')) == 0 || b.completes(other, 'l') {
					return fmt.Errorf("move %d is not the only one", i)
				}
			}
			b = b.play(m, 'l')
		}
	}
	if r.Kind == reasons.Follow || r.Kind == reasons.Safe {
		return p.loser(b)
	}
	return b.threats(r.Plies)
}

// threats checks that the winner wins by threats alone within a number of plies, with the loser to move.
func (b *plainBoard) threats(plies int) error {
	if len(b.completing('l')) > 0 || plies < 2 {
		return errRefuted
	}
	for _, m := range b.moves() {
		if after := b.play(m, 'l'); !after.winsByThreats(plies - 1) {
			return errRefuted
		}
	}
	return nil
}

func (b *plainBoard) winsByThreats(plies int) bool {
	if len(b.completing('w')) > 0 {
		return true
	}
	for _, m := range b.moves() {
		if must := b.completing('l'); len(must) > 0 && (len(must) > 1 || must[0] != m) {
			continue
		}
		if after := b.play(m, 'w'); plies >= 3 && len(after.completing('w')) > 0 && after.threats(plies-1) == nil {
			return true
		}
	}
	return false
}

// plainProof plays a plan against all replies.
type plainProof struct {
	reason *reasons.Reason
	seen   map[string]error
}

func (p *plainProof) loser(b *plainBoard) error {
	if len(b.moves()) == 0 || len(b.completing('l')) > 0 {
		return errRefuted
	}
	for _, m := range b.moves() {
		if err := p.winner(b.play(m, 'l'), m); err != nil {
			return err
		}
	}
	return nil
}

func (p *plainProof) winner(b *plainBoard, last int) error {
	key := fmt.Sprint(last, string(b.discs))
	err, known := p.seen[key]
	if !known {
		err = p.playOn(b, last)
		p.seen[key] = err
	}
	return err
}

func (p *plainProof) playOn(b *plainBoard, last int) error {
	if len(b.completing('w')) > 0 {
		return nil
	}
	allowed := b.allowed(&p.reason.Plan, last, p.reason.Kind == reasons.Safe)
	if len(allowed) == 0 {
		return errRefuted
	}
	for _, m := range allowed {
		if err := p.loser(b.play(m, 'w')); err != nil {
			return err
		}
	}
	return nil
}
