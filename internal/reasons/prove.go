package reasons

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// MaxPositions is the maximum number of positions in a proof that Find and Prove make. On a core
// of 2020 they take some 10 ms.
const MaxPositions = 30_000

// Errors of Prove.
var (
	ErrRefuted = errors.New("reasons: the loser has a reply that the reason does not beat")
	ErrTooLong = fmt.Errorf("reasons: the proof needs more than %d positions", MaxPositions)
)

// Prove checks a reason why one side wins p, against every reply of the other side and without a
// solver. winner says whether the side to move is the winner. The result has the Proof, Cells and
// Grade that follow; those of r are ignored. The error is ErrRefuted or ErrTooLong, or says what
// is wrong with r.
func Prove(g *solver.Grid, p solver.Position, winner bool, r *Reason) (*Reason, error) {
	b, s := board{g}, sidesOf(p, winner)
	proved := *r
	v := newProver(b)
	switch {
	case !slices.Contains(Kinds[:], r.Kind):
		return nil, fmt.Errorf("reasons: there is no kind %q", r.Kind)
	case len(r.Moves) > b.Columns*b.Rows || r.Plan.Marks() > b.Columns*b.Rows:
		return nil, errors.New("reasons: more moves or marks than cells")
	case r.Kind == Each:
		return v.proveEach(p, winner, r)
	case r.Kind == Safe:
		v.plan = &plan{any: true}
	case r.Kind == Follow:
		v.plan = b.planOf(&r.Plan)
	}
	if err := v.proveFrom(s, winner, r); err != nil {
		return nil, err
	}
	if v.plan == nil && kindOf(v.plies, winner) != r.Kind {
		return nil, fmt.Errorf("reasons: a win in %d plies is not of kind %q", v.plies, r.Kind)
	}
	proved.Plies, proved.Cells, proved.Proof = v.plies, v.endCells(), v.Proof
	proved.Grade = proved.grade()
	return &proved, nil
}

// proveEach proves a reason of kind Each. None of its replies has a reason of that kind, since the winner is to move.
func (v *prover) proveEach(p solver.Position, winner bool, r *Reason) (*Reason, error) {
	proved := &Reason{Kind: Each, Moves: r.Moves}
	switch {
	case winner && len(r.Moves) == 1 && v.bit(r.Moves[0])&v.Landing(p.Mask)&^v.Wins(p.Own) != 0:
		p = p.After(v.bit(r.Moves[0]))
	case winner || len(r.Moves) > 0:
		return nil, errors.New("reasons: replies need the loser to move, or one move of the winner")
	}
	for m := range each(v.Landing(p.Mask)) {
		i := slices.IndexFunc(r.Replies, func(reply Reply) bool { return reply.Move == v.cell(m) })
		if i < 0 || m&v.Wins(p.Own) != 0 {
			return nil, ErrRefuted
		}
		reason, err := Prove(v.Grid, p.After(m), true, &r.Replies[i].Reason)
		if err != nil {
			return nil, err
		}
		proved.add(r.Replies[i].Move, reason)
	}
	if len(proved.Replies) == 0 {
		return nil, ErrRefuted
	}
	proved.Grade = proved.grade()
	return proved, nil
}

// add adds a reply to a reason of kind Each.
func (r *Reason) add(move Cell, reason *Reason) {
	r.Replies = append(r.Replies, Reply{move, *reason})
	r.Proof.Positions += reason.Proof.Positions
	r.Proof.Ends += reason.Proof.Ends
	r.Proof.Zugzwang += reason.Proof.Zugzwang
	if long := r.Long(); len(long) > 0 {
		reason = &long[0].Reason
	}
	r.Cells = reason.Cells
}

// proveFrom proves a reason from a position: the moves that are forced, and then what follows.
func (v *prover) proveFrom(p sides, winner bool, r *Reason) error {
	switch {
	case !winner && len(r.Moves) > 0:
		return errors.New("reasons: moves with the loser to move")
	case winner && r.Kind == Safe:
		v.winnerMoves(p, 0)
		return v.result()
	case winner && len(r.Moves)%2 == 0:
		return errors.New("reasons: the last of the moves must be the winner's")
	}
	for i, c := range r.Moves {
		m := v.bit(c) & v.Landing(p.mask())
		switch {
		case m == 0:
			return fmt.Errorf("reasons: move %d cannot be made", i)
		case i%2 == 1:
			if only, _ := v.reply(p); only != m {
				return ErrRefuted
			}
			p.loser |= m
		case m&v.Wins(p.winner) != 0:
			if r.Kind != AtOnce {
				return fmt.Errorf("reasons: move %d ends the game", i)
			}
			v.plies = 1
			v.count(m, false)
			return nil
		default:
			p.winner |= m
		}
	}
	if v.plan != nil {
		v.loserMoves(p)
		return v.result()
	}
	if n := len(r.Moves); n > 0 {
		_, double := v.reply(p)
		if double == 0 {
			return ErrRefuted
		}
		v.plies = n + 2
		v.count(double, false)
		return nil
	}
	return v.proveThreats(p)
}

// proveThreats proves that the winner wins at once or by a chain after every move of the loser.
func (v *prover) proveThreats(p sides) error {
	free := v.Landing(p.mask())
	if free == 0 || free&v.Wins(p.loser) != 0 {
		return ErrRefuted
	}
	for m := range each(free) {
		c, ok := v.shortestChain(sides{p.winner, p.loser | m})
		if !ok {
			return ErrRefuted
		}
		v.Positions++
		v.plies = max(v.plies, 1+c.plies())
		v.count(c.ends, false)
	}
	return nil
}

// kindOf returns the kind of a win by threats alone in some plies.
func kindOf(plies int, winner bool) Kind {
	if !winner {
		plies--
	}
	switch plies {
	case 1:
		return AtOnce
	case 3:
		return Fork
	}
	return Chain
}

// sidesOf returns the discs of both sides.
func sidesOf(p solver.Position, winner bool) sides {
	s := sides{p.Own, p.Mask ^ p.Own}
	if !winner {
		s.winner, s.loser = s.loser, s.winner
	}
	return s
}

// turn is a turn of the winner under a plan.
type turn struct {
	sides         // before the winner's move
	last   uint64 // the loser's last cell
	chosen uint64
	rule   rule
}

// prover plays a plan against all replies.
type prover struct {
	board
	Proof
	plan     *plan             // nil: the winner wins by threats alone
	plies    int               // then: until the win
	seen     []map[uint64]bool // positions with the winner to move, by the column of the loser's last disc
	maxBad   int               // it stops after that many bad ends
	limit    int               // and after that many positions
	path     []turn            // from the start
	bad      int               // ends that are no wins, each counted once
	failures [][]turn          // the winner's turns on the way to the first keep bad ends
	keep     int

	winCells [64]int // how often a cell wins at the end
}

func newProver(b board) *prover {
	v := &prover{board: b, seen: make([]map[uint64]bool, b.Columns), maxBad: 1, limit: MaxPositions}
	for c := range v.seen {
		v.seen[c] = map[uint64]bool{}
	}
	return v
}

// result returns the error of a proof that is over.
func (v *prover) result() error {
	switch {
	case v.bad > 0:
		return ErrRefuted
	case v.Positions > v.limit:
		return ErrTooLong
	}
	return nil
}

// won reports whether the plan wins in every line.
func (v *prover) won() bool { return v.result() == nil }

func (v *prover) stopped() bool { return v.bad >= v.maxBad || v.Positions > v.limit }

// lost counts a bad end.
func (v *prover) lost() {
	v.bad++
	if len(v.failures) < v.keep {
		v.failures = append(v.failures, slices.Clone(v.path))
	}
}

// loserMoves proves a position with the loser to move.
func (v *prover) loserMoves(p sides) {
	free := v.Landing(p.mask())
	if free == 0 || free&v.Wins(p.loser) != 0 {
		v.lost()
		return
	}
	v.countEnd(p)
	for m := range each(free) {
		if v.winnerMoves(sides{p.winner, p.loser | m}, m); v.stopped() {
			return
		}
	}
}

// winnerMoves proves a position with the winner to move, after the loser has taken last.
func (v *prover) winnerMoves(p sides, last uint64) {
	column := bits.TrailingZeros64(last) / (v.Rows + 1) % v.Columns // last is 0 only at the start
	key := p.mask() + p.winner                                      // unique, like solver.Grid.Key
	if v.seen[column][key] {
		return
	}
	v.seen[column][key] = true
	if v.Positions++; v.Positions > v.limit {
		return
	}
	options, rule := v.plan.replies(v.board, p, last)
	switch {
	case options == 0:
		v.lost()
		return
	case rule == wins:
		return
	}
	for m := range each(options) {
		v.path = append(v.path, turn{p, last, m, rule})
		v.loserMoves(sides{p.winner | m, p.loser})
		v.path = v.path[:len(v.path)-1]
		if v.stopped() {
			return
		}
	}
}

// countEnd counts a position with the loser to move if the winner wins after every move.
func (v *prover) countEnd(p sides) {
	free := v.Landing(p.mask())
	threats := v.threats(p.winner, p)
	var cells uint64
	for m := range each(free) {
		win := (free&^m | m<<1) & threats
		if win == 0 {
			return
		}
		if free&threats == m { // the move blocks the only threat
			win = m << 1 & threats
		}
		cells |= win
	}
	v.count(cells, free&threats == 0)
}

// count counts an end in which the winner wins in cells.
func (v *prover) count(cells uint64, zugzwang bool) {
	v.Ends++
	if zugzwang {
		v.Zugzwang++
	}
	for c := range each(cells) {
		v.winCells[bits.TrailingZeros64(c)]++
	}
}

// endCells returns the cells that win in at least one in ten ends, the most frequent first, or only
// the most frequent one if there are none.
func (v *prover) endCells() []Cell {
	count := func(c Cell) int { return v.winCells[bits.TrailingZeros64(v.bit(c))] }
	var all uint64
	for i, n := range v.winCells {
		if n > 0 {
			all |= 1 << i
		}
	}
	cells := v.cells(all)
	slices.SortStableFunc(cells, func(x, y Cell) int { return count(y) - count(x) })
	for len(cells) > 1 && count(cells[len(cells)-1])*10 < v.Ends {
		cells = cells[:len(cells)-1]
	}
	return cells
}
