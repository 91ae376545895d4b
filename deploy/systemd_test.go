package deploy

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// units are the programs that systemd runs, by unit file.
var units = map[string]string{
	"quatre@.service": "quatre", "quatre-worker@.service": "quatre-worker", "quatre.service": "quatre",
}

// settings returns the values of a unit's settings, in the order of the file.
func settings(t *testing.T, unit string) map[string][]string {
	t.Helper()
	values := map[string][]string{}
	for line := range strings.Lines(read(t, "deploy/systemd/"+unit)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(line, "#") {
			values[name] = append(values[name], value)
		}
	}
	return values
}

// The map units has all unit files.
func TestUnitsAreKnown(t *testing.T) {
	for _, file := range glob(t, "deploy/systemd/*") {
		if units[filepath.Base(file)] == "" {
			t.Errorf("%s is not in units, so no test reads it", file)
		}
	}
}

// Each program accepts the command line of its unit. The programs check -log last, so
// their error must be about the wrong -log.
func TestUnitCommands(t *testing.T) {
	built := build(t)
	for unit, program := range units {
		command := settings(t, unit)["ExecStart"]
		if len(command) != 1 {
			t.Fatalf("%s has the commands %q, want one", unit, command)
		}
		port := "8080"
		if program == "quatre-worker" {
			port = "18082"
		}
		words := strings.Fields(strings.ReplaceAll(command[0], "%i", port))
		if words[0] != "/usr/bin/"+program {
			t.Errorf("%s starts %s, want /usr/bin/%s", unit, words[0], program)
		}
		if output := runRefused(t, built[program], nil, append(words[1:], "-log=nonsense")...); !strings.Contains(output, `-log "nonsense"`) {
			t.Errorf("%s: %s does not accept %v: %s", unit, program, words[1:], output)
		}
	}
}

// The package's settings for quatre.service are variables of the hub, with values that it accepts.
func TestPackagedSettings(t *testing.T) {
	program, env := build(t)["quatre"], map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+)=(.*)$`).FindAllStringSubmatch(read(t, "deploy/release/quatre.env"), -1) {
		if known := variables(t, program); strings.HasPrefix(m[1], "QUATRE_") && !slices.Contains(known, m[1]) {
			t.Errorf("quatre.env has %s, which is not a variable of the hub", m[1])
		}
		env[m[1]] = m[2]
	}
	if output := runRefused(t, program, env, "-log=nonsense"); len(env) < 4 || !strings.Contains(output, `-log "nonsense"`) {
		t.Errorf("the hub does not accept %v: %s", env, output)
	}
}

// systemd waits long enough for a program to end, always restarts it, and does not give up
// while Redis is away.
func TestUnitsRestart(t *testing.T) {
	longest := map[string]time.Duration{"quatre": hubShutdownTime(t), "quatre-worker": workerShutdownTime(t)}
	for unit, program := range units {
		set := settings(t, unit)
		for name, want := range map[string]string{"Restart": "always", "RestartSec": "1", "WantedBy": "multi-user.target", "StandardError": "journal", "MemoryMax": "512M"} {
			if !slices.Equal(set[name], []string{want}) {
				t.Errorf("%s: %s=%q, want %s", unit, name, set[name], want)
			}
		}
		limit, err := time.ParseDuration(strings.Join(set["TimeoutStopSec"], "") + "s")
		if err != nil || limit <= longest[program] {
			t.Errorf("%s: TimeoutStopSec=%q, want more than the %v that it needs to end", unit, set["TimeoutStopSec"], longest[program])
		}
		if strings.Contains(unit, "@") && !slices.Equal(set["StartLimitIntervalSec"], []string{"0"}) {
			t.Errorf("%s: systemd gives up while Redis is away", unit)
		}
	}
}

// All units confine their program in the same way, and none runs as root.
func TestUnitsConfine(t *testing.T) {
	const first = "CapabilityBoundingSet=\n"
	_, rest, found := strings.Cut(read(t, "deploy/systemd/quatre@.service"), first)
	rest, _, _ = strings.Cut(rest, "\n[Install]")
	want := first + rest
	for _, line := range []string{
		"CapabilityBoundingSet=", "NoNewPrivileges=yes", "PrivateDevices=yes", "ProtectHome=yes", "ProtectSystem=strict",
		"MemoryDenyWriteExecute=yes", "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "SystemCallFilter=@system-service",
	} {
		if !found || !slices.Contains(strings.Split(want, "\n"), line) {
			t.Errorf("quatre@.service has no %s", line)
		}
	}
	// process_start_time_seconds, which QuatreRestarting uses, needs /proc/stat.
	if strings.Contains(want, "ProcSubset=pid") {
		t.Error("with ProcSubset=pid there is no process_start_time_seconds")
	}
	for unit := range units {
		if !strings.Contains(read(t, "deploy/systemd/"+unit), want) {
			t.Errorf("%s is not confined like quatre@.service", unit)
		}
		if user := settings(t, unit)["User"]; !slices.Equal(user, []string{"quatre"}) {
			t.Errorf("%s runs as %q, want quatre", unit, user)
		}
	}
}

// systemd-analyze accepts the units. It requires that the programs exist, so the test uses
// /bin/true.
func TestUnitsAreValid(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Fatalf("%v (make setup installs it)", err)
	}
	dir := t.TempDir()
	for unit := range units {
		text := strings.ReplaceAll(read(t, "deploy/systemd/"+unit), "/usr/bin/", "/bin/true ")
		write(t, filepath.Join(dir, strings.Replace(unit, "@.", "@8080.", 1)), text)
	}
	files, err := filepath.Glob(dir + "/*.service")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), analyze, append([]string{"verify", "--man=no", "--recursive-errors=no"}, files...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

// The documented commands name units that exist. The documented proxy and Prometheus use
// the ports of these units.
func TestDocumentedUnits(t *testing.T) {
	proxy, prometheus := documented(t, "docs/operate/operations.md", "In `/etc/nginx/sites-enabled/quatre`"), documented(t, "docs/operate/operations.md", "In `/etc/prometheus/prometheus.yml`")
	enabled := regexp.MustCompile(`(?m)^    # systemctl enable --now (quatre\S*@.*)$`).FindStringSubmatch(read(t, "docs/operate/operations.md"))
	if enabled == nil {
		t.Fatal("docs/operate/operations.md enables no units")
	}
	for _, name := range strings.Fields(enabled[1]) {
		program, port, _ := strings.Cut(name, "@")
		if units[program+"@.service"] == "" {
			t.Errorf("there is no unit %s", name)
		}
		admin := port
		if program == "quatre" {
			admin = "1" + port
			if !strings.Contains(proxy, "server 127.0.0.1:"+port+" ") {
				t.Errorf("the proxy does not send requests to %s", name)
			}
		}
		if !strings.Contains(prometheus, `"127.0.0.1:`+admin+`"`) {
			t.Errorf("Prometheus does not scrape %s", name)
		}
	}
	instance := regexp.MustCompile(`quatre(-worker)?@\d+`)
	for _, file := range append(glob(t, "docs/*/*.md"), "README.md") {
		for _, name := range instance.FindAllString(read(t, file), -1) {
			if !strings.Contains(enabled[1], name) && name != "quatre-worker@18083" { // the optional second worker
				t.Errorf("%s names %s, which docs/operate/operations.md does not enable", file, name)
			}
		}
	}
}
