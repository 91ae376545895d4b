package limits

import (
	"testing"
	"time"
)

// A player may make 3 requests in a minute, of which 2 may run at once.
func TestQuota(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	q := NewQuota(3, 2)
	one, _, ok1 := q.Take("ana", now)
	two, _, ok2 := q.Take("ana", now)
	if _, retry, ok := q.Take("ana", now); !ok1 || !ok2 || ok || retry <= 0 {
		t.Error("want two at once and no third")
	}
	one()
	one() // again: it counts once
	three, _, ok := q.Take("ana", now)
	if !ok {
		t.Error("refused although one of two has ended")
	}
	two()
	three()
	if _, retry, ok := q.Take("ana", now); ok || retry != 20*time.Second {
		t.Errorf("a fourth in the minute: %v, after %v", ok, retry)
	}
	if done, _, ok := q.Take("ana", now.Add(20*time.Second)); !ok {
		t.Error("refused a third of a minute later")
	} else {
		done()
	}
	q.dropIdle(now.Add(10 * time.Minute))
	if len(q.players) != 0 {
		t.Errorf("%d players are remembered", len(q.players))
	}
}
