package chaos

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/faultproxy"
	"github.com/quatre/quatre/internal/redistest"
)

// service is Redis, hubs and workers, connected through a network that can break.
type service struct {
	t       *testing.T
	redis   *redistest.Server
	hubs    []*hub
	workers []worker
}

// hub is one hub with a proxy to its clients and a proxy to Redis. It restarts at the same
// address.
type hub struct {
	*process
	addr, admin string
	clientProxy *faultproxy.Proxy // between clients and the hub
	storeProxy  *faultproxy.Proxy // between the hub and Redis; nil with a file store
}

// web is the client for HTTP requests to hubs. It keeps no connection open.
var web = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// newService starts one Redis and the given numbers of hubs and workers. Redis syncs to disk
// before it answers, unless redisArgs change that.
func newService(t *testing.T, hubs, workers int, redisArgs ...string) *service {
	t.Helper()
	s := &service{t: t, redis: redistest.New(t, redisArgs...)}
	for range hubs {
		proxy := newProxy(t, s.redis.Addr)
		h := newHub(t, "redis://"+proxy.Addr(), "-workers", "0")
		h.storeProxy = proxy
		s.hubs = append(s.hubs, h)
	}
	for range workers {
		s.workers = append(s.workers, newWorker(t, s.redis.URL()))
	}
	return s
}

func newProxy(t *testing.T, target string) *faultproxy.Proxy {
	t.Helper()
	p, err := faultproxy.New(target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// newHub starts a hub behind a proxy, and waits until it serves.
func newHub(t *testing.T, store string, flags ...string) *hub {
	t.Helper()
	h := &hub{addr: redistest.FreeAddr(t), admin: redistest.FreeAddr(t)}
	h.process = run(t, "hub", append([]string{"-addr", h.addr, "-admin", h.admin, "-store", store}, flags...)...)
	h.clientProxy = newProxy(t, h.addr)
	h.await()
	return h
}

// worker is an aiworker process.
type worker struct{ *process }

// newWorker starts a worker with one slot, and waits until it has logged "working".
func newWorker(t *testing.T, store string) worker {
	t.Helper()
	w := worker{run(t, "aiworker", "-store", store, "-concurrency", "1")}
	w.await()
	return w
}

// await waits until the worker has logged "working" after its last start.
func (w worker) await() {
	w.t.Helper()
	await(w.t, "the worker to work", func() bool { return strings.Count(w.log.String(), "msg=working") == w.starts })
}

// restart starts a worker that has ended.
func (w worker) restart() {
	w.t.Helper()
	w.start()
	w.await()
}

// await waits until the hub serves.
func (h *hub) await() {
	h.t.Helper()
	await(h.t, "the hub to serve", func() bool {
		resp, err := web.Get("http://" + h.addr + "/healthz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
}

// url returns the hub's URL for clients, which leads through the proxy.
func (h *hub) url() string { return "http://" + h.clientProxy.Addr() }

// urls returns the URLs of all hubs for clients, separated by commas.
func (s *service) urls() string {
	var urls []string
	for _, h := range s.hubs {
		urls = append(urls, h.url())
	}
	return strings.Join(urls, ",")
}

// restart starts a hub that has ended.
func (h *hub) restart() {
	h.t.Helper()
	h.start()
	h.await()
}

// metric returns the sum of a metric over its labels.
func (h *hub) metric(name string) (sum float64) {
	h.t.Helper()
	resp, err := web.Get("http://" + h.admin + "/metrics")
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	for line := range strings.Lines(string(body)) {
		if strings.HasPrefix(line, name+"{") || strings.HasPrefix(line, name+" ") {
			fields := strings.Fields(line)
			value, err := strconv.ParseFloat(fields[len(fields)-1], 64)
			if err != nil {
				h.t.Fatal(err)
			}
			sum += value
		}
	}
	return sum
}
