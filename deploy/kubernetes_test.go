package deploy

import (
	"bufio"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/quatre/quatre/internal/room/ledger/redisdb"
)

// The folder kubernetes has its own tests, which read only the manifests. The tests here
// compare the manifests with the programs.

// pod has the fields of a manifest's pod that the tests read.
type pod struct {
	Kind string
	Spec struct {
		Template struct {
			Spec struct {
				Grace      int `yaml:"terminationGracePeriodSeconds"`
				Containers []struct {
					Command   []string
					Env       []struct{ Name, Value string }
					Lifecycle struct {
						PreStop struct{ Sleep struct{ Seconds int } } `yaml:"preStop"`
					}
				}
			}
		}
	}
}

// podOf returns the first Deployment or StatefulSet of a manifest.
func podOf(t *testing.T, file string) pod {
	t.Helper()
	for documents := yaml.NewDecoder(strings.NewReader(read(t, file))); ; {
		var p pod
		if err := documents.Decode(&p); err != nil {
			t.Fatalf("%s: %v before any Deployment or StatefulSet", file, err)
		}
		if p.Kind == "Deployment" || p.Kind == "StatefulSet" {
			return p
		}
	}
}

// The programs read all variables that the ConfigMaps and manifests set, and accept their
// values.
func TestKubernetesEnvironment(t *testing.T) {
	built := build(t)
	overlay := regexp.MustCompile(`(?m)^ +- (QUATRE_\w+)=(\S+)$`).FindAllStringSubmatch(read(t, "deploy/kubernetes/example/kustomization.yaml"), -1)
	for role, program := range map[string]string{"hub": "quatre", "aiworker": "quatre-worker"} {
		p := podOf(t, "deploy/kubernetes/base/"+role+".yaml").Spec.Template.Spec.Containers[0]
		if want := []string{"/bin/" + program}; !slices.Equal(p.Command, want) {
			t.Errorf("%s runs %v", program, p.Command)
		}
		env := map[string]string{}
		for _, m := range regexp.MustCompile(`(?m)^(\w+)=(.*)$`).FindAllStringSubmatch(read(t, "deploy/kubernetes/base/"+role+".env"), -1) {
			env[m[1]] = m[2]
		}
		for _, e := range p.Env {
			env[e.Name] = e.Value
		}
		if role == "hub" {
			for _, m := range overlay {
				env[m[1]] = m[2]
			}
		}
		env["QUATRE_STORE"] = "redis://:password@quatre-redis:6379/0" // from the Secret
		known := variables(t, built[program])
		for name := range maps.Keys(env) {
			if strings.HasPrefix(name, "QUATRE_") && !slices.Contains(known, name) {
				t.Errorf("%s sets %s, which it does not read; it reads %v", program, name, known)
			}
		}
		if output := runRefused(t, built[program], env, "-log=nonsense"); !strings.Contains(output, `-log "nonsense"`) {
			t.Errorf("%s does not accept its environment: %s", program, output)
		}
	}
}

// Kubernetes kills a pod after its grace period, which includes preStop. So the grace
// period must be longer than preStop and the program's shutdown together.
func TestKubernetesGrace(t *testing.T) {
	for program, least := range map[string]time.Duration{"hub": hubShutdownTime(t), "aiworker": workerShutdownTime(t)} {
		p := podOf(t, "deploy/kubernetes/base/"+program+".yaml").Spec.Template.Spec
		before := time.Duration(p.Containers[0].Lifecycle.PreStop.Sleep.Seconds) * time.Second
		if grace := time.Duration(p.Grace) * time.Second; grace <= before+least {
			t.Errorf("%s: grace period %v, want more than %v of preStop and the %v that it needs to end", program, grace, before, least)
		}
		if program == "hub" && before == 0 {
			t.Error("a hub closes its sockets while the ingress controller still sends it new ones")
		}
	}
}

// With the StatefulSet's command, a real Redis starts, requires the password, is a store
// that a hub accepts, and ends on SIGTERM.
func TestKubernetesRedis(t *testing.T) {
	dir := t.TempDir()
	conf := strings.ReplaceAll(read(t, "deploy/kubernetes/example/redis.conf"), "dir /data", "dir "+dir)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	write(t, filepath.Join(dir, "redis.conf"), conf+"\nbind 127.0.0.1\nport "+port+"\n")
	command := podOf(t, "deploy/kubernetes/example/redis.yaml").Spec.Template.Spec.Containers[0].Command
	script := strings.ReplaceAll(command[len(command)-1], "/etc/redis/", dir+"/")
	cmd := exec.CommandContext(t.Context(), command[0], "-c", script)
	cmd.Env = append(os.Environ(), "PASSWORD=fromTheSecret")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	output := ""
	for lines := bufio.NewScanner(out); !strings.Contains(output, "eady to accept connections") && lines.Scan(); {
		output += lines.Text() + "\n"
	}
	for password, correct := range map[string]bool{"fromTheSecret": true, "guessed": false} {
		// As in docs/operate/kubernetes.md, except host and port.
		store, err := redisdb.Open(t.Context(), "redis://:"+password+"@127.0.0.1:"+port+"/0")
		if (err == nil) != correct {
			t.Errorf("with the password %s: %v", password, err)
		}
		if err == nil {
			_ = store.Close()
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v; its output:\n%s", err, output)
	}
}
