package solver

// window chooses the null windows on the way to a score. A null-window search tells
// whether the score is higher than alpha. The further alpha is from the score, the cheaper is
// the search.
//
// Except on boards that are almost empty, searches with an alpha far from 0 are cheap,
// because they only look for wins within a few discs. Bisection begins with an alpha closer
// to 0. If one side wins soon, that is slow, because a search with such an alpha also follows
// long lines. So the first windows approach the score from both ends, and the later windows
// bisect.
type window struct {
	low, high   int // current bounds of the score
	bottom, top int // bounds of the score at the start
	tried       int // how many of the windows from edgeDistances have been tried
}

// edgeDistances has the distances of the first windows from either end.
var edgeDistances = [...]int{3, 5, 7}

func newWindow(low, high int) *window {
	return &window{low: low, high: high, bottom: low, top: high}
}

// nextAlpha returns the next alpha: at least low and less than high.
func (w *window) nextAlpha() int {
	for w.tried < 2*len(edgeDistances) {
		distance, fromTop := edgeDistances[w.tried/2], w.tried%2 == 0
		w.tried++
		alpha := w.top - distance
		if alpha < 2 {
			continue
		}
		if !fromTop {
			alpha = w.bottom + distance - 1
		}
		if w.low <= alpha && alpha < w.high {
			return alpha
		}
	}
	return bisect(w.low, w.high)
}

// update narrows the bounds by the result v of a search with alpha.
func (w *window) update(alpha, v int) {
	if v > alpha {
		w.low = min(max(w.low, v), w.high)
	} else {
		w.high = max(min(w.high, v), w.low)
	}
}

// bisect returns the alpha for the next null window if the score is from low to high. low
// must be less than high. The result is at least low and less than high. It is the middle or,
// if that is further from 0 on the same side, half of low or half of high.
func bisect(low, high int) int {
	switch mid := low + (high-low)/2; {
	case mid <= 0 && low/2 < mid:
		return low / 2
	case mid >= 0 && high/2 > mid:
		return high / 2
	default:
		return mid
	}
}
