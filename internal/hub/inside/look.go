// Package inside shows how the AI's search finds a move: the tree of the search, and the effort
// of the search with different techniques.
//
// It promises:
//
//   - A tree comes from the search that the levels use. Package minimax records it.
//   - One look takes at most twice Budget of one core and MaxNodes for each search, and its
//     report has at most MaxTree nodes. While others wait, it takes less, and its report says so if it did not finish.
//   - With n slots, all looks of a hub together keep at most n/2 cores busy on average.
//   - Networks take turns, and so do the players of a network. Who waits is told a place (queue.go).
//
// Callers must limit who may request a look, and how often.
package inside

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/rules"
)

// The limits of one look.
const (
	MaxTree  = 2000      // nodes that are sent: the first levels of a larger tree
	MaxNodes = 1_000_000 // positions of one search: plain minimax of tic-tac-toe has 549,946
	Budget   = time.Second
)

// The searches.
const (
	Minimax   = "minimax"
	AlphaBeta = "alphabeta"
)

// Request describes a look: a position, and how to search it.
type Request struct {
	Variant    string             `json:"variant"`
	Position   string             `json:"position"`
	Moves      string             `json:"moves"`
	Depth      int                `json:"depth"`
	Search     string             `json:"search"`
	Ordering   bool               `json:"ordering"`
	Table      bool               `json:"table"`
	Evaluation minimax.Evaluation `json:"evaluation"`
	Under      string             `json:"under"`    // moves from the position to the branch that is sent
	Textbook   bool               `json:"textbook"` // see minimax.Inspection
	FullRoot   bool               `json:"fullRoot"`
}

// ErrBadRequest reports a Request with a depth, a search or an evaluation that does not
// exist.
var ErrBadRequest = errors.New("inside: no such depth, search or evaluation")

// Look is a valid Request.
type Look struct {
	request  Request
	position rules.Position
	inspect  minimax.Inspection
}

// NewLook checks a request. The error is ErrBadRequest, or a *room.Refusal with a code of
// package rules.
func NewLook(r Request) (*Look, error) {
	position, err := analysis.ReadPosition(r.Variant, r.Position, r.Moves)
	if err != nil {
		return nil, err
	}
	if r.Depth < 1 || r.Depth > minimax.MaxInspectedDepth || r.Search != Minimax && r.Search != AlphaBeta || !r.Evaluation.Valid() {
		return nil, ErrBadRequest
	}
	game, err := rules.Parse(r.Variant)
	if err != nil {
		return nil, room.AsRefusal(err)
	}
	var under []rules.Move
	branch := position.Clone()
	texts := rules.SplitMoves(game, r.Under)
	for _, text := range texts {
		m, err := branch.ParseMove(text)
		if err != nil {
			return nil, room.AsRefusal(err)
		}
		under = append(under, m)
		branch.Play(m)
	}
	// Equal looks are searched once, however they are written.
	r.Under = strings.Join(texts, game.Separator())
	r.Evaluation = r.Evaluation.Canonical()
	r.Ordering = r.Ordering && r.Search == AlphaBeta
	r.Table = r.Table && r.Ordering
	return &Look{r, position, minimax.Inspection{
		Technique: minimax.Technique{Pruned: r.Search == AlphaBeta, Ordered: r.Ordering, Table: r.Table},
		Depth:     r.Depth, Evaluation: r.Evaluation, Textbook: r.Textbook, FullRoot: r.FullRoot, Under: under,
		MaxTree: MaxTree, MaxNodes: MaxNodes,
	}}, nil
}

// Run searches the position and returns the report; if the game is over, there is nothing to search. If
// ctx ends first, it returns the error of ctx. budget is Budget or less.
func (l *Look) Run(ctx context.Context, budget time.Duration) (Report, error) {
	what := l.inspect
	what.Budget = budget
	seen, err := minimax.Inspect(ctx, l.position, what)
	if err != nil && !errors.Is(err, minimax.ErrOver) {
		return Report{}, err
	}
	r := l.report(seen)
	stopped := len(r.Nodes) == 0 && !r.Over || slices.ContainsFunc(r.Efforts, func(e Effort) bool { return !e.Complete })
	r.Short = stopped && budget < Budget
	return r, nil
}
