package aiworker

import (
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/storemetrics"
)

// turn is a turn of a job.
type turn struct {
	values.Turn
	waited time.Duration // in the queue
}

// label returns the level as metrics name it.
func (t turn) label() string {
	if t.Advice {
		return storemetrics.Advice
	}
	return t.Level.Label()
}
