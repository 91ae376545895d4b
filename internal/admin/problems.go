package admin

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/quatre/quatre/internal/room/storage"
)

// maxProblems is the maximum length of Problems.First.
const maxProblems = 50

// Problems are errors after which the work on a store goes on. Most of them concern a single
// room or game.
type Problems struct {
	Count int
	First []string // texts of the first problems, at most 50
}

// add records an error, unless the store is away or ctx has ended: then it returns that error.
func (p *Problems) add(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if storage.IsAway(err) {
		return err
	}
	p.Note(err.Error())
	return nil
}

// Note records a problem.
func (p *Problems) Note(text string) {
	p.Count++
	if len(p.First) < maxProblems {
		p.First = append(p.First, text)
	}
}

// walk calls do with all that a walk over a store yields. It adds to p what is damaged, and returns
// every other error.
func walk[T any](ctx context.Context, p *Problems, all iter.Seq2[T, error], do func(context.Context, T) error) error {
	for v, err := range all {
		if err == nil {
			err = do(ctx, v)
		} else if errors.Is(err, storage.ErrDamaged) {
			err = p.add(ctx, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Err returns an error with the texts of the problems, or nil if there are none.
func (p *Problems) Err() error {
	if p.Count == 0 {
		return nil
	}
	more := ""
	if rest := p.Count - len(p.First); rest > 0 {
		more = fmt.Sprintf("\n  and %d more", rest)
	}
	return fmt.Errorf("%d problems:\n  %s%s", p.Count, strings.Join(p.First, "\n  "), more)
}
