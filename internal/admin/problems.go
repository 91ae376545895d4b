package admin

import (
	"context"
	"fmt"
	"strings"

	"github.com/quatre/quatre/internal/room/storage"
)

// maxProblems bounds the problems that are told one by one.
const maxProblems = 50

// Problems are what went wrong with single rooms and games, while the others went
// on.
type Problems struct {
	Count int
	First []string // of them, as sentences
}

// add notes what concerns one room or game only, and returns every other error.
func (p *Problems) add(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if storage.IsAway(err) {
		return err
	}
	p.Count++
	if len(p.First) < maxProblems {
		p.First = append(p.First, err.Error())
	}
	return nil
}

// Err returns the problems as a *ProblemsError, nil if there is none.
func (p *Problems) Err() error {
	if p.Count == 0 {
		return nil
	}
	return &ProblemsError{*p}
}

// ProblemsError is Problems that a caller wants to fail with.
type ProblemsError struct{ Problems }

func (e *ProblemsError) Error() string {
	more := ""
	if rest := e.Count - len(e.First); rest > 0 {
		more = fmt.Sprintf("\n  and %d more", rest)
	}
	return fmt.Sprintf("%d problems:\n  %s%s", e.Count, strings.Join(e.First, "\n  "), more)
}
