package minimax

import (
	"runtime"
	"time"
)

// pauseEvery is how long searches in a web page run before they pause. A pause costs the page's
// least timer, which is 4 ms.
const pauseEvery = 100 * time.Millisecond

// pausedAt is when they last paused. A page has one thread, so no two goroutines use it at once.
var pausedAt time.Time

// Yield lets other goroutines run. All searches call it often. In a web page, all goroutines share one thread with the page's
// events and timers, and these wait until no goroutine can run. So Yield pauses now and then.
// Otherwise nobody could stop a search, or a match of short ones.
func Yield() {
	if time.Since(pausedAt) < pauseEvery {
		runtime.Gosched()
		return
	}
	time.Sleep(time.Nanosecond)
	pausedAt = time.Now()
}
