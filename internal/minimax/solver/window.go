package solver

// window chooses what to ask on the way to a score. Each question is a search of a
// null window: is the score more than alpha? It is the cheaper the further alpha
// is from the score, on either side.
//
// Far from 0 the answers are cheap on any board that is not almost empty, for they
// are about wins within a few discs, and a score that lies there must not be
// looked for in the middle, where no such win is seen as one. So the first questions close in from both
// ends; the rest bisect.
type window struct {
	low, high   int // the score is from low to high
	bottom, top int // and was known to be from bottom to top
	asked       int // how many of the first questions are done
}

// outside is how far from either end the first questions are. Asking 7 of them or
// none costs up to 4 times the nodes on positions with a quick win, and 5 % more or
// less on hard ones.
var outside = [...]int{3, 5, 7}

func newWindow(low, high int) *window {
	return &window{low: low, high: high, bottom: low, top: high}
}

// next returns an alpha from low to below high.
func (w *window) next(t Techniques) int {
	if !t.Bisection {
		return w.low
	}
	for t.Deepening && w.asked < 2*len(outside) {
		distance, fromTop := outside[w.asked/2], w.asked%2 == 0
		w.asked++
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
	return Bisect(w.low, w.high)
}

// learn narrows the window by the answer v to alpha.
func (w *window) learn(alpha, v int) {
	if v > alpha {
		w.low = min(max(w.low, v), w.high)
	} else {
		w.high = max(min(w.high, v), w.low)
	}
}

// Bisect returns where to ask next for a score from low to high, which is the higher:
// an alpha that is low at least and less than high. It is closer to 0 than their
// middle, where that is on one side of 0 and 0 on the other: most scores are small.
func Bisect(low, high int) int {
	switch mid := low + (high-low)/2; {
	case mid <= 0 && low/2 < mid:
		return low / 2
	case mid >= 0 && high/2 > mid:
		return high / 2
	default:
		return mid
	}
}
