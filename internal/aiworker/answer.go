package aiworker

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/rules"
)

// answer plays the turn of job, unless it is stale. The reply is stored in log.
func (w *worker) answer(ctx context.Context, job storage.Job, log storage.Log) error {
	replica := w.replicas.take(job.Room)
	err := w.reply(ctx, replica, job, log)
	w.replicas.put(replica) // not after a panic, which the replica may cause again
	return err
}

// reply reads the new entries of a room and plays the turn of its AI, if it is an AI's turn.
func (w *worker) reply(ctx context.Context, replica *play.Replica, job storage.Job, log storage.Log) error {
	reading, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err := w.readOn(reading, replica, job); err != nil {
		return err
	}
	if replica.N() == 0 {
		return nil // the room is gone
	}
	turn, ok := values.TurnOf(replica, w.Store.Now())
	if !ok {
		w.stale(replica, "unknown")
		return nil
	}
	w.metrics.running.Inc()
	defer w.metrics.running.Dec()
	found, err := w.find(ctx, turn, job.Waited)
	if err != nil {
		return err
	}
	playing, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	executor := w.executor
	executor.Log = log
	command := turn.Reply(room.Move{Move: turn.Position.FormatMove(found.Move), Hurried: found.hurried, Thought: found.thought}, found.value)
	n, err := executor.Play(playing, replica, command)
	var refusal *room.Refusal
	switch {
	case err == nil:
		w.Log.Debug("turn played", "room", replica.ID(), "n", n, "command", command.ID, "player", turn.Player,
			"level", label(turn), "ms", found.took.Milliseconds(), "depth", found.Depth)
		return nil
	case errors.Is(err, play.ErrRewound): // the deadline of the rewound room queues the turn that the AI has now
		w.logRewound(replica)
	case !errors.As(err, &refusal) || refusal == room.ErrBusy:
		return err
	}
	w.stale(replica, label(turn)) // the room has moved on meanwhile
	return nil
}

// stale logs a job whose turn is over.
func (w *worker) stale(r *play.Replica, level string) {
	w.Log.Debug("turn over already", "room", r.ID(), "n", r.N(), "level", level)
}

// found is the result of a search.
type found struct {
	minimax.Choice
	took    time.Duration // time to choose the move, without the time to value it
	hurried bool          // the search had less time than the level's budget, because the turn had waited
	value   room.Value    // of advice, if known
	thought *room.Thought // of a move
}

// find chooses a move at the level of a turn that has waited in the queue, within its time.
func (w *worker) find(ctx context.Context, t values.Turn, waited time.Duration) (f found, err error) {
	level, err := t.Search()
	if err != nil {
		return f, err
	}
	budget, start := level.Budget, time.Now()
	if !t.Level.Quick {
		level.Budget = budgetLeft(budget, waited)
	}
	if f.Choice, err = w.choose(ctx, level, t); err != nil {
		return f, err
	}
	f.took = time.Since(start)
	f.hurried = isHurried(budget, level.Budget, f.took)
	w.metrics.search.WithLabelValues(label(t)).Observe(f.took.Seconds())
	if t.Advice {
		f.value, err = w.adviceValue(ctx, t, f.Move, values.AdviceBudget-time.Since(start))
		return f, err
	}
	f.thought, err = w.thoughtOf(ctx, t, level, f)
	return f, err
}

// adviceValue returns the value of an advised move. It searches for the rest of the budget,
// or for adviceValueBudget if that is longer. If the position can be solved, the search for
// the move has done most of the work, and its results are in the tables.
func (w *worker) adviceValue(ctx context.Context, t values.Turn, m rules.Move, rest time.Duration) (room.Value, error) {
	var found minimax.Analysis
	err := w.survive(panicInTurn, func() (err error) {
		found, err = w.engine.Analyse(ctx, t.Position, max(rest, adviceValueBudget), nil)
		return err
	}, "variant", t.Variant, "position", rules.FormatSetup(t.Position))
	if err != nil && !errors.Is(err, errPanicked) { // after a panic the value stays unknown
		return room.Value{}, err
	}
	for _, v := range found.Moves {
		if v.Move == m {
			return values.Of(v.Value), nil
		}
	}
	return room.Value{}, nil
}

// thoughtOf returns the thought that the log stores with the move f. It returns nil if the search
// compared no moves, because the move is random: that of the level, or after panics of every search.
func (w *worker) thoughtOf(ctx context.Context, t values.Turn, level minimax.Level, f found) (*room.Thought, error) {
	if len(f.Moves) == 0 {
		return nil, nil
	}
	var line []rules.Move
	err := w.survive(panicInTurn, func() (err error) {
		line, err = w.engine.Line(ctx, level, t.Position, f.Choice, room.MaxLine, min(values.LineBudget, level.Budget-f.took))
		return err
	}, "variant", t.Variant, "position", rules.FormatSetup(t.Position))
	if errors.Is(err, errPanicked) {
		err = nil // the move is played without a line
	}
	return values.ThoughtOf(t.Position, f.Choice, f.took, line), err
}

// minBudgetDivisor bounds how much of a budget the wait can use up: a turn keeps at least
// 1/minBudgetDivisor of its budget.
const minBudgetDivisor = 10

// budgetLeft returns the time for the search of a turn that has waited in the queue. The wait
// counts against the budget. The turns of a busy origin wait for each other, so their budgets
// shrink. The turns of other origins keep their budgets.
func budgetLeft(budget, waited time.Duration) time.Duration {
	return max(budget/minBudgetDivisor, budget-max(0, waited))
}

// isHurried reports whether a search has ended early because its turn had waited: the turn had
// less than half of its budget left, and the search used all of that.
func isHurried(budget, left, took time.Duration) bool {
	return left < budget/2 && took >= left
}

// replyLog is the log in which the executor stores the reply to a job. One call of the store stores
// the reply and removes the job.
type replyLog struct {
	storage.Log
	queue  storage.Queue
	worker string
	job    storage.Job

	stored bool // the reply is stored, and the job is removed
}

// Append implements storage.Log.
func (l *replyLog) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) (err error) {
	if e.By != room.Machine { // a credit for an outage, which Play stores before the reply
		return l.Log.Append(ctx, id, e, fx)
	}
	err = l.queue.Reply(ctx, e, fx, l.worker, l.job)
	l.stored = err == nil
	return err
}
