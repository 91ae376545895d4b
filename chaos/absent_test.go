package chaos

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
)

// redisOutage is how long no Redis runs: longer than a pod of Kubernetes takes to come back, and
// shorter than cli.StoreWait.
const redisOutage = 20 * time.Second

// TestRedisAbsent starts hubs and workers 20 s before their Redis, and later stops Redis for
// 20 s. No process ends, each logs once what it waits for, and play goes on by itself.
func TestRedisAbsent(t *testing.T) {
	t.Parallel()
	redis := redistest.New(t)
	redis.Stop(t)
	h := &hub{addr: redistest.FreeAddr(t), admin: redistest.FreeAddr(t)}
	h.process = run(t, "hub", "-addr", h.addr, "-admin", h.admin, "-store", redis.URL(), "-workers", "0")
	w := worker{run(t, "aiworker", "-store", redis.URL(), "-concurrency", "1")}
	h.stayUnready(redisOutage)
	redis.Restart(t)
	h.clientProxy = newProxy(t, h.addr)
	h.await()
	w.await()

	ana, bob := pair(t, [2]string{h.url(), h.url()}, nil)
	hubtest.PlayOut("43", ana, bob)
	redis.Stop(t)
	ana.Until(hubtest.StoreIs(false))
	h.stayUnready(redisOutage)
	redis.Restart(t)
	await(t, "the hub to be ready", func() bool { status, _ := h.ready(); return status == http.StatusOK })
	ana.Rejoin(h.url()) // both have read nothing for 20 s, so the hub may have closed their sockets
	bob.Rejoin(h.url())
	ana.Retry("move", object{"id": "again", "move": "5"})
	compareWithLog(t, h.url(), 2, ana, bob)

	logged := map[*process]map[string]int{
		h.process: {"waiting for the store": 1, "the store answers": 1, "the store does not answer": 1, "the store is back": 1, "hub failed": 0},
		w.process: {"waiting for the store": 1, "the store answers": 1, "worker failed": 0},
	}
	for p, lines := range logged {
		for line, want := range lines {
			if n := strings.Count(p.log.String(), fmt.Sprintf("msg=%q", line)); n != want {
				t.Errorf("%s logged %q %d times, want %d", p.name, line, n, want)
			}
		}
		if p.starts != 1 {
			t.Errorf("%s was started %d times", p.name, p.starts)
		}
	}
}

// ready asks the hub's admin address whether it is ready.
func (h *hub) ready() (status int, text string) {
	resp, err := web.Get("http://" + h.admin + "/readyz")
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body)
}

// stayUnready waits until the hub says that the store is away, and checks that the hub says
// so for d.
func (h *hub) stayUnready(d time.Duration) {
	h.t.Helper()
	begin := time.Now()
	unready := func() bool {
		status, text := h.ready()
		return status == http.StatusServiceUnavailable && strings.Contains(text, "the store is not available")
	}
	await(h.t, "the hub to say that the store is away", unready)
	for time.Since(begin) < d {
		if !unready() {
			h.t.Fatalf("after %v without Redis the hub is ready, or gives another reason", time.Since(begin))
		}
		select {
		case <-h.done:
			h.t.Fatalf("the hub has ended after %v", time.Since(begin))
		case <-time.After(time.Second):
		}
	}
}
