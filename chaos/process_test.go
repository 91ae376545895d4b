package chaos

import (
	"bytes"
	"os/exec"
	"sync"
	"syscall"
	"testing"
)

// process is a program under test. It is killed at the end of the test.
type process struct {
	t      *testing.T
	name   string
	args   []string
	cmd    *exec.Cmd
	log    *output
	done   chan struct{} // closed when it has ended
	starts int
}

// untunedGC switches off the hub's own tuning of the garbage collector, so that the size of
// the heap follows the live memory.
const untunedGC = "GOGC=99"

func (p *process) start() {
	p.t.Helper()
	cmd := exec.Command(program(p.t, p.name), p.args...)
	cmd.Env = append(cmd.Environ(), untunedGC)
	cmd.Stdout, cmd.Stderr = p.log, p.log
	cmd.SysProcAttr = attributes()
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(over)
	}()
	p.cmd, p.done = cmd, over
	p.starts++
}

// run starts a program.
func run(t *testing.T, name string, args ...string) *process {
	t.Helper()
	p := &process{t: t, name: name, args: args, log: &output{}}
	p.start()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("output of %s %v:\n%s", name, args, p.log.tail())
		}
	})
	return p
}

// kill sends SIGKILL and waits for the end.
func (p *process) kill() { p.signal(syscall.SIGKILL) }

// signal sends a signal and waits for the end.
func (p *process) signal(s syscall.Signal) {
	_ = p.cmd.Process.Signal(s) // it may have ended
	<-p.done
}

// status returns the exit status; it waits for the end.
func (p *process) status() int {
	<-p.done
	return p.cmd.ProcessState.ExitCode()
}

// output collects what a process writes. It is safe for concurrent use.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

const (
	maxOutput  = 4 << 20 // bytes that are kept
	tailOutput = 4 << 10 // bytes that a failed test shows
)

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.buf.Len() < maxOutput {
		o.buf.Write(b)
	}
	return len(b), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// tail returns the last tailOutput bytes of the output.
func (o *output) tail() string {
	s := o.String()
	return s[max(0, len(s)-tailOutput):]
}
