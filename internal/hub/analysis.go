package hub

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// Limits of analysis, for each player at each hub.
const (
	defaultWait = 5 * time.Second
	maxWait     = 10 * time.Second

	computedPerMinute = 60 // positions whose analysis is not known to the end
	computedAtOnce    = 2
	askedPerMinute    = 600 // any
	askedAtOnce       = 20
)

// crowdedPause is after how long to ask again when no worker is free or too many
// questions wait.
const crowdedPause = 2 * time.Second

// analysisBody is what POST /api/analysis takes.
type analysisBody struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Moves    string `json:"moves"`
	WaitMS   *int64 `json:"wait_ms"`
}

// wait returns how long to wait for an answer that is done.
func (b *analysisBody) wait() (d time.Duration, ok bool) {
	if b.WaitMS == nil {
		return defaultWait, true
	}
	d = millis(*b.WaitMS)
	return d, 0 <= d && d <= maxWait
}

var errNoWorker = errors.New("hub: no worker looks for questions")

// serveAnalysis says what a position is worth. What is known to the end is
// answered at once; the rest is asked for as long as the client waits.
func (h *Hub) serveAnalysis(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r).player()
	var body analysisBody
	if !h.readJSON(w, r, &body) {
		return
	}
	// Only when all of the body was read does the server notice that a client has
	// gone.
	_, _ = io.Copy(io.Discard, r.Body)
	wait, ok := body.wait()
	if !ok {
		h.writeFailure(w, failBadRequest)
		return
	}
	done, retry, ok := h.asks.take(who, h.cfg.Now())
	if !ok {
		h.refuse(w, failTooMany, retry)
		return
	}
	defer done()
	study, err := analysis.NewStudy(body.Variant, body.Position, body.Moves)
	if err != nil {
		h.writeError(w, err)
		return
	}
	if study.Over() {
		h.writeReport(w, study, nil, "over")
		return
	}
	known, err := h.cfg.Store.Cached(r.Context(), study.Question.Key())
	if err != nil {
		h.writeError(w, err)
		return
	}
	if known != nil && known.Done {
		h.writeReport(w, study, known, "cached")
		return
	}
	computed, retry, ok := h.computations.take(who, h.cfg.Now())
	if !ok {
		h.refuse(w, failTooMany, retry)
		return
	}
	defer computed()
	h.compute(w, r, study, wait)
}

// compute asks for an analysis, and answers when it is done or after wait.
func (h *Hub) compute(w http.ResponseWriter, r *http.Request, study *analysis.Study, wait time.Duration) {
	answer, err := h.await(r.Context(), study.Question, wait)
	switch {
	case r.Context().Err() != nil:
		h.metrics.analyses.WithLabelValues("gone").Inc()
	case errors.Is(err, errNoWorker):
		h.refuse(w, failNoWorker, crowdedPause)
	case errors.Is(err, storage.ErrQueueFull):
		h.refuse(w, failCrowded, crowdedPause)
	case err != nil:
		h.writeError(w, err)
	case answer == nil:
		h.writeReport(w, study, nil, "nothing")
	case answer.Done:
		h.writeReport(w, study, answer, "computed")
	default:
		h.writeReport(w, study, answer, "partial")
	}
}

// await keeps a question wanted until its answer is done, and returns the best
// one. It ends after wait, with ctx, or with the hub.
func (h *Hub) await(ctx context.Context, q analysis.Question, wait time.Duration) (best *analysis.Answer, err error) {
	news := make(chan *analysis.Answer, 1)
	if wait > 0 {
		stop, err := h.cfg.Store.WatchAnswers(ctx, q.Key(), func(a *analysis.Answer) {
			select { // only the latest counts
			case <-news:
			default:
			}
			news <- a
		})
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
		asked, err := h.cfg.Store.Ask(ctx, q)
		switch {
		case err != nil && best != nil && ctx.Err() == nil:
			return best, nil // of more use than the reason why there is no more
		case err != nil:
			return nil, err
		}
		best = better(asked.Known, best)
		if best == nil && !asked.HasWorkers && (!first || wait == 0) {
			return nil, errNoWorker
		}
		for again := false; !again; {
			if best != nil && best.Done {
				return best, nil
			}
			select {
			case a := <-news:
				best, again = better(a, best), a == nil
			case <-renew.C:
				again = true
			case <-over.C:
				return best, nil
			case <-h.life.Done():
				return best, nil
			case <-ctx.Done():
				return best, ctx.Err()
			}
		}
	}
}

// better returns which of two answers to give; either may be nil. One that is
// done is the last word of its search.
func better(a, b *analysis.Answer) *analysis.Answer {
	if a != nil && (a.Done || a.Improves(b)) {
		return a
	}
	return b
}

// writeReport answers and counts how the answer came about.
func (h *Hub) writeReport(w http.ResponseWriter, study *analysis.Study, answer *analysis.Answer, how string) {
	h.metrics.analyses.WithLabelValues(how).Inc()
	writeJSON(w, http.StatusOK, study.Report(answer))
}
