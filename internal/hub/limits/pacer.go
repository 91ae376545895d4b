package limits

import (
	"time"

	"golang.org/x/time/rate"
)

// maxTooFast is how many frames in a row may be refused before the socket is closed: its
// client ignores the refusals.
const maxTooFast = 200

// Pacer limits the rate of frames from one socket, and from all sockets of its address.
// Only the goroutine that reads the socket may use it. A nil Pacer allows everything.
type Pacer struct {
	bucket  *rate.Limiter
	address func(now time.Time) bool
	refused int // frames in a row
}

// NewPacer returns the pacer of a new socket; nil if its frames are not limited.
func (g *Guard) NewPacer(c Caller) *Pacer {
	if c.Exempt {
		return nil
	}
	return &Pacer{
		bucket: rate.NewLimiter(per(g.limits.FramesPerSecond, time.Second), g.limits.FramesBurst),
		address: func(now time.Time) bool {
			_, ok := g.frames.take(c, 1, now)
			return ok
		},
	}
}

// Allow counts a frame. It reports whether the frame is granted and, if not, whether the
// socket must be closed.
func (p *Pacer) Allow(now time.Time) (ok, mustClose bool) {
	if p == nil {
		return true, false
	}
	if p.bucket.AllowN(now, 1) && p.address(now) {
		p.refused = 0
		return true, false
	}
	p.refused++
	return false, p.refused > maxTooFast
}
