package deploy

import (
	"bytes"
	"errors"
	"maps"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/types"

	"github.com/quatre/quatre/internal/redistest"
)

// patience is the longest time that a test waits for a condition.
const patience = 20 * time.Second

// The health check of a hub or worker runs the hub's or worker's own program, which reads the
// address from the service's environment. The check fails before the process starts, while
// Redis is away, and after the process has ended. It succeeds while the process works.
func TestHealthChecks(t *testing.T) {
	project, built := compose(t), build(t)
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		t.Run(name, func(t *testing.T) {
			s, redis := project.Services[name], redistest.New(t)
			check := s.HealthCheck
			if check == nil || len(check.Test) < 2 || check.Test[0] != "CMD" || check.Test[1] != "/bin/"+programs[name] {
				t.Fatalf("health check %+v, want CMD /bin/%s and its arguments", check, programs[name])
			}
			_, port, _ := net.SplitHostPort(redistest.FreeAddr(t))
			env := environment(s)
			host, _, err := net.SplitHostPort(env["QUATRE_ADMIN"])
			if err != nil {
				t.Fatal(err)
			}
			if env["QUATRE_ADDR"] != "" { // a hub, whose addresses only its container has
				env["QUATRE_ADDR"], host = "127.0.0.1:0", "127.0.0.1"
			}
			env["QUATRE_STORE"], env["QUATRE_ADMIN"] = redis.URL(), host+":"+port
			ask := func() (int, string) { return runToEnd(t, built[programs[name]], env, check.Test[2:]...) }

			if status, output := ask(); status != 1 || !strings.Contains(output, "connection refused") {
				t.Fatalf("before the process starts: status %d, want 1 and \"connection refused\": %s", status, output)
			}
			process, over := startProcess(t, built[programs[name]], env)
			until(t, "it to be ready", func() bool { status, _ := ask(); return status == 0 })
			redis.Stop(t)
			until(t, "it to report that Redis is away", func() bool {
				status, output := ask()
				return status == 1 && strings.Contains(output, "the store is not available")
			})
			redis.Restart(t)
			until(t, "it to be ready again", func() bool { status, _ := ask(); return status == 0 })
			select {
			case err := <-over:
				t.Fatalf("the process has ended while Redis restarted: %v", err)
			default:
			}
			if err := process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := <-over; err != nil {
				t.Errorf("after SIGTERM the process ends with %v", err)
			}
			if status, output := ask(); status != 1 {
				t.Errorf("after the process has ended: status %d, want 1: %s", status, output)
			}
		})
	}
}

// runToEnd runs a program to its end and returns its exit status and output.
func runToEnd(t *testing.T, program string, env map[string]string, args ...string) (int, string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = envPairs(env)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// startProcess starts a program. When it has ended, over receives the result of cmd.Wait.
func startProcess(t *testing.T, program string, env map[string]string) (process *os.Process, over <-chan error) {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Env, cmd.Dir = envPairs(env), t.TempDir()
	var log bytes.Buffer // read when the process has ended
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended, waited := make(chan error, 1), make(chan struct{})
	go func() { ended <- cmd.Wait(); close(waited) }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-waited
		if t.Failed() {
			t.Logf("its log:\n%s", log.String())
		}
	})
	return cmd.Process, ended
}

// envPairs returns environment variables as exec.Cmd takes them: NAME=VALUE.
func envPairs(env map[string]string) (pairs []string) {
	for name, value := range env {
		pairs = append(pairs, name+"="+value)
	}
	return pairs
}

// until waits until ok returns true, or fails the test.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v in vain for %s", patience, what)
		}
	}
}

// The container engine waits longer for a health check than the check's program waits for an
// answer. So the program can print why the check fails.
func TestHealthCheckTimes(t *testing.T) {
	program := constant(t, "cmd/internal/cli/health.go", "healthTimeout")
	for name, s := range compose(t).Services {
		check := s.HealthCheck
		if check == nil || check.Disable || check.Timeout == nil || check.Interval == nil || check.Retries == nil {
			t.Errorf("%s: the health check %+v does not set all times", name, check)
			continue
		}
		if programs[name] != "" && time.Duration(*check.Timeout) <= program {
			t.Errorf("%s: the engine waits %v for the health check, which waits %v for an answer", name, *check.Timeout, program)
		}
	}
}

// A service starts after the services that it depends on are ready. But a restart of Redis
// does not restart hubs and workers, and an unhealthy hub does not stop the proxy from
// starting.
func TestStartOrder(t *testing.T) {
	project := compose(t)
	for name, s := range project.Services {
		for other, d := range s.DependsOn {
			if d.Restart {
				t.Errorf("%s is restarted with %s", name, other)
			}
			if programs[name] != "" && (d.Condition != types.ServiceConditionHealthy || !d.Required) {
				t.Errorf("%s starts before %s is ready: %+v", name, other, d)
			}
		}
	}
	for _, hub := range hubs {
		if d := project.Services["proxy"].DependsOn[hub]; d.Condition != types.ServiceConditionHealthy || d.Required {
			t.Errorf("the proxy's dependency on %s is %+v, want healthy and not required", hub, d)
		}
	}
	proxyOnly, err := project.WithSelectedServices([]string{"proxy"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{"redis"}, hubs...) {
		if _, started := proxyOnly.Services[name]; !started {
			t.Errorf("docker compose up proxy does not start %s", name)
		}
	}
}
