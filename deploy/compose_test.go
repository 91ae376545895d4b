package deploy

import (
	"context"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// password is Grafana's password in the tests.
const password = "set by the test"

// compose loads docker-compose.yml with only the required variable set.
func compose(t *testing.T) *types.Project {
	t.Helper()
	project, err := composeWith(types.Mapping{"QUATRE_GRAFANA_PASSWORD": password})
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// composeWith loads docker-compose.yml as the engine does: it checks the schema, which
// refuses unknown fields, and resolves all references.
func composeWith(env types.Mapping) (*types.Project, error) {
	return loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir:  repository,
		ConfigFiles: []types.ConfigFile{{Filename: repository + "/docker-compose.yml"}},
		Environment: env,
	})
}

// The services of docker-compose.yml that run the programs of this repository.
var (
	hubs     = []string{"hub-1", "hub-2"}
	programs = map[string]string{"hub-1": "quatre", "hub-2": "quatre", "aiworker": "quatre-worker"}
)

func TestServices(t *testing.T) {
	project := compose(t)
	want := []string{"aiworker", "grafana", "hub-1", "hub-2", "prometheus", "proxy", "redis"}
	if got := slices.Sorted(maps.Keys(project.Services)); !slices.Equal(got, want) {
		t.Fatalf("services %v, want %v", got, want)
	}
	worker := project.Services["aiworker"]
	if got := worker.GetScale(); got != 2 {
		t.Errorf("%d workers, want 2", got)
	}
	for name, program := range programs {
		s := project.Services[name]
		if want := []string{"/bin/" + program}; !slices.Equal(s.Command, want) {
			t.Errorf("%s runs %v, want %v", name, s.Command, want)
		}
		if s.Build == nil || s.Build.Dockerfile != "deploy/Dockerfile" {
			t.Errorf("%s is not built from deploy/Dockerfile", name)
		} else if _, err := os.Stat(s.Build.Context + "/" + s.Build.Dockerfile); err != nil {
			t.Error(err)
		}
	}
}

// Every service is confined: an attacker who controls one program controls no other.
func TestConfinement(t *testing.T) {
	pinned := regexp.MustCompile(`^[a-z/-]+:v?\d+\.\d+\.\d+[a-z0-9.-]*(@sha256:[0-9a-f]{64})?$`)
	numeric := regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`)
	var memory types.UnitBytes
	for name, s := range compose(t).Services {
		if !pinned.MatchString(s.Image) {
			t.Errorf("%s: the image %q is not pinned to a full version", name, s.Image)
		}
		if !numeric.MatchString(s.User) {
			t.Errorf("%s runs as %q, want a number that is not root's", name, s.User)
		}
		if !s.ReadOnly || s.Privileged {
			t.Errorf("%s: read_only %v, privileged %v, want true and false", name, s.ReadOnly, s.Privileged)
		}
		if !slices.Equal(s.CapDrop, []string{"ALL"}) || len(s.CapAdd) > 0 {
			t.Errorf("%s: cap_drop %v, cap_add %v, want [ALL] and none", name, s.CapDrop, s.CapAdd)
		}
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may gain privileges", name)
		}
		if s.Restart != types.RestartPolicyUnlessStopped {
			t.Errorf("%s: restart %q, want unless-stopped", name, s.Restart)
		}
		if s.MemLimit <= 0 || s.CPUS <= 0 || s.PidsLimit <= 0 {
			t.Errorf("%s: memory %d, cpus %v, pids %d: all need a limit", name, s.MemLimit, s.CPUS, s.PidsLimit)
		}
		memory += s.MemLimit
		if s.NetworkMode != "" {
			t.Errorf("%s: network_mode %q, want none", name, s.NetworkMode)
		}
	}
	// A start needs much less than the limits allow.
	if memory > 1400<<20 {
		t.Errorf("all services may use %d MB, too much for a machine with 1 GB free", memory>>20)
	}
}

// Only hubs and workers reach Redis. Only the proxy and Grafana are on a network that
// leads outside.
func TestNetworks(t *testing.T) {
	project := compose(t)
	want := map[string][]string{
		"proxy": {"edge", "front"}, "hub-1": {"back", "front", "watch"}, "hub-2": {"back", "front", "watch"},
		"aiworker": {"back", "watch"}, "redis": {"back"},
		"prometheus": {"panels", "watch"}, "grafana": {"desk", "panels"},
	}
	for name, s := range project.Services {
		if got := slices.Sorted(maps.Keys(s.Networks)); !slices.Equal(got, want[name]) {
			t.Errorf("%s is on %v, want %v", name, got, want[name])
		}
	}
	for name, n := range project.Networks {
		if n.Internal != (name != "edge" && name != "desk") {
			t.Errorf("network %s: internal %v", name, n.Internal)
		}
	}
}

func TestOneStoreForAll(t *testing.T) {
	project := compose(t)
	stores := map[string]bool{}
	for name := range programs {
		stores[environment(project.Services[name])["QUATRE_STORE"]] = true
		if _, depends := project.Services[name].DependsOn["redis"]; !depends {
			t.Errorf("%s does not depend on redis", name)
		}
	}
	if len(stores) != 1 {
		t.Fatalf("the programs have different stores: %v", stores)
	}
	u, err := url.Parse(slices.Collect(maps.Keys(stores))[0])
	if err != nil || u.Scheme != "redis" || u.Port() != "6379" {
		t.Fatalf("the store is %v (%v), want redis://…:6379", u, err)
	}
	if _, exists := project.Services[u.Hostname()]; !exists {
		t.Errorf("the store is at %s, which is no service", u.Hostname())
	}
}

// Redis writes every change to a file on a persistent volume, evicts nothing, and accepts hubs
// and workers without a password.
func TestRedisIsDurable(t *testing.T) {
	project := compose(t)
	redis := project.Services["redis"]
	args := map[string]string{}
	for i := 1; i+1 < len(redis.Command); i += 2 {
		args[redis.Command[i]] = redis.Command[i+1]
	}
	for flag, want := range map[string]string{
		"--appendonly": "yes", "--appendfsync": "everysec", "--maxmemory-policy": "noeviction", "--protected-mode": "no",
	} {
		if args[flag] != want {
			t.Errorf("redis: %s %q, want %q", flag, args[flag], want)
		}
	}
	if len(redis.Volumes) != 1 || redis.Volumes[0].Type != types.VolumeTypeVolume || redis.Volumes[0].Target != args["--dir"] {
		t.Fatalf("redis: volumes %v, want a named one at %q", redis.Volumes, args["--dir"])
	}
	if _, exists := project.Volumes[redis.Volumes[0].Source]; !exists {
		t.Errorf("redis: no volume %q", redis.Volumes[0].Source)
	}
	megabytes, ok := strings.CutSuffix(args["--maxmemory"], "mb")
	limit, err := strconv.ParseInt(megabytes, 10, 64)
	if !ok || err != nil || 2*limit<<20 > int64(redis.MemLimit) {
		t.Errorf("redis: maxmemory %q and a memory limit of %d bytes, want at least twice maxmemory", args["--maxmemory"], redis.MemLimit)
	}
	if redis.HealthCheck == nil || !strings.Contains(strings.Join(redis.HealthCheck.Test, " "), "redis-cli ping") {
		t.Error("redis: no health check")
	}
}

// hubShutdownTime returns the longest time that a hub needs to end. It reads the times
// from the programs' source, so that the tests notice a change.
func hubShutdownTime(t *testing.T) time.Duration {
	t.Helper()
	// The websocket library waits this long for a client to answer the close frame.
	const closing = 5 * time.Second
	shutdown := constant(t, "cmd/internal/cli/server.go", "shutdownTimeout") // for -addr, and for -admin
	return constant(t, "internal/hub/rooms/registry.go", "drainTime") + closing + 2*shutdown
}

// workerShutdownTime returns the longest time that a worker needs to end.
func workerShutdownTime(t *testing.T) time.Duration {
	t.Helper()
	return constant(t, "internal/aiworker/aiworker.go", "drainLimit") +
		constant(t, "internal/aiworker/aiworker.go", "storeTimeout") + constant(t, "cmd/internal/cli/server.go", "shutdownTimeout")
}

// The container engine kills a process at the end of the grace period. Each program ends
// earlier than that.
func TestGrace(t *testing.T) {
	project := compose(t)
	for name, least := range map[string]time.Duration{"hub-1": hubShutdownTime(t), "hub-2": hubShutdownTime(t), "aiworker": workerShutdownTime(t)} {
		grace := project.Services[name].StopGracePeriod
		if grace == nil || time.Duration(*grace) <= least {
			t.Errorf("%s: stop_grace_period %v, want more than the %v that it needs to end", name, grace, least)
		}
	}
}

// The programs read all variables that docker-compose.yml sets, and accept their values.
func TestEnvironment(t *testing.T) {
	project := compose(t)
	built := build(t)
	for name, program := range programs {
		env := environment(project.Services[name])
		known := variables(t, built[program])
		for v := range env {
			if strings.HasPrefix(v, "QUATRE_") && !slices.Contains(known, v) {
				t.Errorf("%s sets %s, which %s does not read; it reads %v", name, v, program, known)
			}
		}
		if env["QUATRE_ADMIN"] == "" {
			t.Errorf("%s does not set QUATRE_ADMIN", name)
		}
		// The programs check -log last. If they refuse only this flag, they have accepted
		// everything else.
		if output := runRefused(t, built[program], env, "-log=nonsense"); !strings.Contains(output, `-log "nonsense"`) {
			t.Errorf("%s: %s does not accept its environment: %s", name, program, output)
		}
	}
}

func environment(s types.ServiceConfig) map[string]string {
	env := map[string]string{}
	for name, value := range s.Environment {
		if value != nil {
			env[name] = *value
		}
	}
	return env
}
