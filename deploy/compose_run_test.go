package deploy

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"
)

// "docker compose up --scale aiworker=8" works: a worker has no fixed name, port or
// address.
func TestScale(t *testing.T) {
	project := compose(t)
	scaled, err := project.WithServicesTransform(func(name string, s types.ServiceConfig) (types.ServiceConfig, error) {
		if name == "aiworker" {
			s.SetScale(8)
		}
		return s, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range scaled.Services {
		if s.ContainerName != "" {
			t.Errorf("%s: its container has the fixed name %s", name, s.ContainerName)
		}
		if s.GetScale() == 1 {
			continue
		}
		if name != "aiworker" || s.GetScale() != 8 {
			t.Errorf("%d containers of %s, want 8 of aiworker and 1 of every other service", s.GetScale(), name)
		}
		if len(s.Ports) > 0 || s.Hostname != "" || s.MacAddress != "" {
			t.Errorf("%s has the fixed ports %v, host name %q", name, s.Ports, s.Hostname)
		}
		for network, n := range s.Networks {
			if n != nil && (n.Ipv4Address != "" || n.Ipv6Address != "") {
				t.Errorf("%s has a fixed address on %s", name, network)
			}
		}
		for _, v := range s.Volumes {
			if !v.ReadOnly {
				t.Errorf("%s writes to %s, which all its containers would share", name, v.Source)
			}
		}
	}
	for _, name := range []string{"hub-1", "hub-2", "aiworker", "proxy", "prometheus", "grafana"} {
		if len(project.Services[name].Profiles) > 0 {
			t.Errorf("%s starts only with one of the profiles %v", name, project.Services[name].Profiles)
		}
	}
}

// Only the proxy publishes ports to other machines. Grafana publishes a port on the loopback
// address.
func TestPublishedPorts(t *testing.T) {
	for name, s := range compose(t).Services {
		for _, p := range s.Ports {
			loopback := net.ParseIP(p.HostIP).IsLoopback()
			if name != "proxy" && (name != "grafana" || !loopback) {
				t.Errorf("%s publishes a port at %s:%s", name, p.HostIP, p.Published)
			}
		}
	}
}

// Mounted files are in the repository and read-only. The container engine does not create
// missing files.
func TestMounts(t *testing.T) {
	mounted := map[string]bool{}
	for _, variant := range []string{"plain", "tls"} {
		project, err := composeWith(types.Mapping{"QUATRE_GRAFANA_PASSWORD": password, "QUATRE_PROXY": variant})
		if err != nil {
			t.Fatal(err)
		}
		for name, s := range project.Services {
			for _, v := range s.Volumes {
				if v.Type != types.VolumeTypeBind {
					if _, exists := project.Volumes[v.Source]; v.Type != types.VolumeTypeVolume || !exists {
						t.Errorf("%s: %s is no volume in docker-compose.yml", name, v.Source)
					}
					continue
				}
				mounted[v.Target] = true
				if _, err := os.Stat(v.Source); err != nil {
					t.Errorf("%s mounts a missing file: %v", name, err)
				}
				if !v.ReadOnly || v.Bind == nil || bool(v.Bind.CreateHostPath) {
					t.Errorf("%s: %s is writable, or the engine would create it", name, v.Source)
				}
			}
		}
	}
	for _, target := range []string{
		"/etc/nginx/nginx.conf", "/etc/nginx/listen", "/etc/nginx/certs",
		"/etc/prometheus", "/etc/grafana/provisioning/datasources", "/etc/grafana/provisioning/dashboards", "/var/lib/grafana/dashboards",
	} {
		if !mounted[target] {
			t.Errorf("nothing is mounted at %s", target)
		}
	}
}

// Without a password for Grafana, "docker compose up" fails with a message that names
// .env.example. No file contains a password.
func TestNoPasswords(t *testing.T) {
	_, err := composeWith(types.Mapping{})
	if err == nil || !strings.Contains(err.Error(), ".env.example") {
		t.Errorf("without a password: %v, want a message that names .env.example", err)
	}
	if _, err := composeWith(types.Mapping{"QUATRE_GRAFANA_PASSWORD": ""}); err == nil {
		t.Error("an empty password is accepted")
	}
	if got := environment(compose(t).Services["grafana"])["GF_SECURITY_ADMIN_PASSWORD"]; got != password {
		t.Errorf("Grafana's password is %q, not what was set", got)
	}
	secret := regexp.MustCompile(`(?i)(password|secret|token)["']?[ \t]*[:=][ \t]*(\S{6,})`)
	files := []string{"docker-compose.yml", ".env.example"}
	err = filepath.WalkDir(".", func(name string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && filepath.Ext(name) != ".go" {
			files = append(files, "deploy/"+name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, m := range secret.FindAllStringSubmatch(read(t, file), -1) {
			if !strings.HasPrefix(m[2], "${QUATRE_GRAFANA_PASSWORD:?") {
				t.Errorf("%s contains a password: %s", file, m[0])
			}
		}
	}
}

// .env.example and docs/host/compose.md name all variables of docker-compose.yml. .env.example
// names no other variables.
func TestEnvExample(t *testing.T) {
	names := func(pattern, text string) map[string]bool {
		found := map[string]bool{}
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			found[m[1]] = true
		}
		return found
	}
	used := names(`\$\{(\w+)`, read(t, "docker-compose.yml"))
	example := names(`(?m)^#?(\w+)=`, read(t, ".env.example"))
	guide := read(t, "docs/host/compose.md")
	for name := range used {
		if !example[name] {
			t.Errorf(".env.example does not name %s", name)
		}
		if !strings.Contains(guide, name) {
			t.Errorf("docs/host/compose.md does not name %s", name)
		}
	}
	for name := range example {
		if !used[name] {
			t.Errorf(".env.example sets %s, which docker-compose.yml does not read", name)
		}
	}
}
