package deploy

import (
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// decodeStrictly decodes a YAML file and refuses unknown fields.
func decodeStrictly(t *testing.T, file string, into any) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(read(t, file)))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// Prometheus scrapes every hub and all workers at their admin addresses.
func TestPrometheusScrapesAll(t *testing.T) {
	project := compose(t)
	var config struct {
		Rules   []string `yaml:"rule_files"`
		Scrapes []struct {
			Job string `yaml:"job_name"`
			DNS []struct {
				Names []string
				Port  string
			} `yaml:"dns_sd_configs"`
			Statics []struct{ Targets []string } `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
	}
	// promtool checks the rest of the file.
	if err := yaml.Unmarshal([]byte(read(t, "deploy/prometheus/prometheus.yml")), &config); err != nil {
		t.Fatal(err)
	}
	scraped := map[string][]string{}
	for _, s := range config.Scrapes {
		for _, c := range s.Statics {
			scraped[s.Job] = append(scraped[s.Job], c.Targets...)
		}
		for _, c := range s.DNS {
			for _, name := range c.Names {
				scraped[s.Job] = append(scraped[s.Job], name+":"+c.Port)
			}
		}
	}
	jobs := map[string]string{"quatre": "hub", "quatre-worker": "aiworker"}
	want := map[string][]string{}
	for name, program := range programs {
		_, port, _ := net.SplitHostPort(environment(project.Services[name])["QUATRE_ADMIN"])
		want[jobs[program]] = append(want[jobs[program]], net.JoinHostPort(name, port))
		if _, reached := project.Services[name].Networks["watch"]; !reached {
			t.Errorf("Prometheus does not reach %s", name)
		}
	}
	// Workers need no host name: Prometheus finds them by DNS and scrapes their IP addresses.
	for _, target := range scraped["hub"] {
		host, _, _ := strings.Cut(target, ":")
		if got := environment(project.Services[host])["QUATRE_ADMIN_HOST"]; got != host {
			t.Errorf("Prometheus scrapes the host %q, whose hub accepts only the host name %q", host, got)
		}
	}
	for job, targets := range want {
		slices.Sort(targets)
		if !slices.Equal(scraped[job], targets) {
			t.Errorf("Prometheus scrapes the job %s at %v, want %v", job, scraped[job], targets)
		}
	}
	if !slices.Equal(config.Rules, []string{"rules/*.yml"}) {
		t.Errorf("rule_files is %v, want rules/*.yml", config.Rules)
	}
}

// Grafana uses Prometheus as its data source and shows the mounted dashboards.
func TestGrafanaProvisioning(t *testing.T) {
	project := compose(t)
	var sources struct {
		Version int `yaml:"apiVersion"`
		Prune   bool
		Sources []struct {
			Name, UID, Type, Access, URL string
			Default                      bool `yaml:"isDefault"`
			Editable                     bool
			Data                         map[string]string `yaml:"jsonData"`
		} `yaml:"datasources"`
	}
	decodeStrictly(t, "deploy/grafana/provisioning/datasources/prometheus.yml", &sources)
	u, err := url.Parse(sources.Sources[0].URL)
	if err != nil || u.Port() != "9090" || sources.Sources[0].UID != "prometheus" {
		t.Fatalf("the data source is %+v (%v), want the uid prometheus and port 9090", sources.Sources[0], err)
	}
	source, exists := project.Services[u.Hostname()]
	if _, shared := source.Networks["panels"]; !exists || !shared {
		t.Errorf("Grafana does not reach %s", u.Hostname())
	}
	var providers struct {
		Version   int `yaml:"apiVersion"`
		Providers []struct {
			Name, Folder, Type string
			Keep               bool `yaml:"disableDeletion"`
			Updates            bool `yaml:"allowUiUpdates"`
			Every              int  `yaml:"updateIntervalSeconds"`
			Options            struct{ Path string }
		}
	}
	decodeStrictly(t, "deploy/grafana/provisioning/dashboards/quatre.yml", &providers)
	mounted := false
	for _, v := range project.Services["grafana"].Volumes {
		mounted = mounted || v.Target == providers.Providers[0].Options.Path && strings.HasSuffix(v.Source, "/deploy/grafana/dashboards")
	}
	if !mounted {
		t.Errorf("deploy/grafana/dashboards is not mounted at %s", providers.Providers[0].Options.Path)
	}
}
