package minimax

import (
	"runtime"
	"time"
)

// pauseEvery is how long a search in a web page runs before it pauses. A pause costs the page's
// least timer, which is 4 ms.
const pauseEvery = 100 * time.Millisecond

// yield lets other goroutines run. In a web page, all goroutines share one thread with the page's
// events and timers, and these wait until no goroutine can run. So yield pauses now and then.
// Otherwise nobody could stop a search.
func (l *limits) yield() {
	if time.Since(l.pausedAt) < pauseEvery {
		runtime.Gosched()
		return
	}
	time.Sleep(time.Nanosecond)
	l.pausedAt = time.Now()
}
