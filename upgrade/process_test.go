package upgrade

import (
	"bytes"
	"net/http"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is a program under test. It is killed at the end of the test.
type process struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	log  *output
	done chan struct{} // closed when the process has ended
}

// run starts a program of a version.
func run(t *testing.T, v version, name string, args ...string) *process {
	t.Helper()
	p := &process{t: t, name: v.String() + "'s " + name, log: &output{}, done: make(chan struct{})}
	p.cmd = exec.Command(v.program(t, name), args...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	p.cmd.SysProcAttr = attributes()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.done
		if t.Failed() {
			t.Logf("%s %v printed:\n%s", p.name, args, p.log)
		}
	})
	return p
}

// end sends SIGTERM. The process must end with status 0.
func (p *process) end() {
	p.t.Helper()
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
	if status := p.status(); status != 0 {
		p.t.Errorf("%s ended with status %d", p.name, status)
	}
}

// status waits until the process has ended, and returns its exit status.
func (p *process) status() int {
	<-p.done
	return p.cmd.ProcessState.ExitCode()
}

// running reports whether the process has not ended yet.
func (p *process) running() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// output keeps the last bytes that a process has written. It is safe for concurrent use.
type output struct {
	mu  sync.Mutex
	buf []byte
}

const maxOutput = 8 << 10 // how many bytes an output keeps

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.buf = append(o.buf, b...)
	o.buf = bytes.Clone(o.buf[max(0, len(o.buf)-maxOutput):])
	return len(b), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.buf)
}

// hub is a running hub.
type hub struct {
	*process
	addr string
}

// web sends requests to hubs. It keeps no connection open.
var web = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// startHub starts a hub and waits until it serves.
func startHub(t *testing.T, v version, addr, store string, flags ...string) *hub {
	t.Helper()
	h := &hub{addr: addr}
	h.process = run(t, v, "hub", append([]string{"-addr", addr, "-admin", "none", "-store", store}, flags...)...)
	await(t, h.name+" to serve", func() bool {
		if !h.running() {
			t.Fatalf("%s has ended before it served:\n%s", h.name, h.log)
		}
		resp, err := web.Get(h.url() + "/healthz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return h
}

func (h *hub) url() string { return "http://" + h.addr }

// startWorker starts an AI worker.
func startWorker(t *testing.T, v version, store string) *process {
	t.Helper()
	return run(t, v, "aiworker", "-store", store, "-concurrency", "1", "-admin", "none")
}
