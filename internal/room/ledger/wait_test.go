package ledger

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Where there is always work, no call waits. The leases that have expired must be looked for nevertheless.
func TestTendsWhileCallsFindWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tended := 0
		w := newWaiters(t.Context(), nil, jobNews, time.Second, func(context.Context) { tended++ })
		for range 55 {
			err := w.wait(t.Context(), "", nil, func() (found bool, err error) {
				time.Sleep(100 * time.Millisecond)
				return true, nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if tended != 5 {
			t.Errorf("tended %d times in 5.5 s", tended)
		}
	})
}
