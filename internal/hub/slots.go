package hub

import "context"

// slots lets as many pass at once as it has capacity; the others wait.
type slots chan struct{}

// take reports whether there was a slot before ctx was over. It is then to be
// freed.
func (s slots) take(ctx context.Context) bool {
	select {
	case s <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (s slots) free() { <-s }
