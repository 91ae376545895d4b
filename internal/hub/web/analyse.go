package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	defaultWait = 5 * time.Second
	maxWait     = 10 * time.Second
)

// Limits of analysis. The limits for an address suffice for a school class that shares it.
var (
	askedByPlayer  = limits.Allowance{PerMinute: 600, AtOnce: 20} // positions asked about
	askedByAddress = limits.Allowance{PerMinute: 6000, AtOnce: 200}

	computedByPlayer  = limits.Allowance{PerMinute: 60, AtOnce: 2} // positions whose analysis must be computed
	computedByAddress = limits.Allowance{PerMinute: 300, AtOnce: 60}
)

// crowdedPause is how long a client should wait before it asks again when no worker is
// free or too many questions wait.
const crowdedPause = 2 * time.Second

// analysisBody is what POST /api/analysis takes.
type analysisBody struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Moves    string `json:"moves"`
	WaitMS   int64  `json:"wait_ms"` // how long to wait for a final answer
}

// Analyse is POST /api/analysis: the value of each move in a position. If the store has a
// final answer, Analyse returns it at once. Otherwise it asks the question while the client
// waits.
func (s *Server) Analyse(w http.ResponseWriter, r *http.Request) error {
	player, caller := identity(w, r).player(), limits.CallerOf(r)
	body := analysisBody{WaitMS: defaultWait.Milliseconds()}
	if err := s.readJSON(w, r, &body); err != nil {
		return err
	}
	wait := wire.Milliseconds(body.WaitMS)
	if wait < 0 || wait > maxWait {
		return wire.FailBadRequest
	}
	questionOver, err := s.questions.Take(caller, player, s.cfg.Now())
	if err != nil {
		return err
	}
	defer questionOver()
	study, err := analysis.NewStudy(body.Variant, body.Position, body.Moves)
	if err != nil {
		return err
	}
	if study.Over() {
		return s.writeReport(w, study, nil, "over")
	}
	known, err := s.cfg.Store.Cached(r.Context(), study.Question.Key())
	if err != nil {
		return err
	}
	if known != nil && known.Done {
		return s.writeReport(w, study, known, "cached")
	}
	computationOver, err := s.computations.Take(caller, player, s.cfg.Now())
	if err != nil {
		return err
	}
	defer computationOver()
	return s.compute(w, r, study, storage.Asker{Origin: caller.Origin(), Player: player}, wait)
}

// compute asks for an analysis. It answers when the analysis is done or after wait.
func (s *Server) compute(w http.ResponseWriter, r *http.Request, study *analysis.Study, by storage.Asker, wait time.Duration) error {
	answer, err := s.await(r.Context(), study.Question, by, wait)
	switch {
	case r.Context().Err() != nil:
		s.analyses.WithLabelValues("gone").Inc()
		return nil
	case errors.Is(err, storage.ErrQueueFull):
		return &wire.Later{Failure: wire.FailCrowded, Wait: crowdedPause}
	case errors.Is(err, storage.ErrShareFull):
		return &wire.Later{Failure: wire.FailTooMany, Wait: crowdedPause}
	case err != nil:
		return err
	case answer == nil:
		return s.writeReport(w, study, nil, "nothing")
	case answer.Done:
		return s.writeReport(w, study, answer, "computed")
	}
	return s.writeReport(w, study, answer, "partial")
}

// writeReport sends an answer. In the metrics it counts the answer under the label how.
func (s *Server) writeReport(w http.ResponseWriter, study *analysis.Study, answer *analysis.Answer, how string) error {
	s.analyses.WithLabelValues(how).Inc()
	writeJSON(w, http.StatusOK, study.Report(answer))
	return nil
}

// await asks a question until its answer is done, and returns the best answer. It repeats the
// question every storage.AskRenewal, so that the store keeps it queued. It gives up after
// wait, and when ctx or the hub ends.
func (s *Server) await(ctx context.Context, q analysis.Question, by storage.Asker, wait time.Duration) (best *analysis.Answer, err error) {
	news := make(chan *analysis.Answer, 1) // nil: answers may have been lost
	if wait > 0 {
		stop, err := s.cfg.Store.WatchAnswers(ctx, q.Key(), func(a *analysis.Answer) { replace(news, a) })
		if err != nil {
			return nil, err
		}
		defer stop()
	}
	over := time.NewTimer(wait)
	defer over.Stop()
	renew := time.NewTicker(storage.AskRenewal)
	defer renew.Stop()
	for first := true; ; first = false {
		asked, err := s.cfg.Store.Ask(ctx, q, by)
		switch {
		case err != nil && best != nil && ctx.Err() == nil:
			return best, nil // more useful than the error
		case err != nil:
			return nil, err
		}
		best = better(asked.Known, best)
		if best == nil && !asked.HasWorkers && (!first || wait == 0) {
			return nil, &wire.Later{Failure: wire.FailNoWorker, Wait: crowdedPause}
		}
		for askAgain := false; !askAgain; {
			if best != nil && best.Done {
				return best, nil
			}
			select {
			case a := <-news:
				best, askAgain = better(a, best), a == nil
			case <-renew.C:
				askAgain = true
			case <-over.C:
				return best, nil
			case <-s.cfg.Tasks.Context().Done():
				return best, nil
			case <-ctx.Done():
				return best, ctx.Err()
			}
		}
	}
}

// replace puts a into news, a channel of capacity 1, in place of the element in it.
func replace(news chan *analysis.Answer, a *analysis.Answer) {
	select {
	case <-news:
	default:
	}
	news <- a
}

// better returns the better of two answers, each of which may be nil. If a is done it wins:
// a search gives no answer after the final one.
func better(a, b *analysis.Answer) *analysis.Answer {
	if a != nil && (a.Done || a.Improves(b)) {
		return a
	}
	return b
}
