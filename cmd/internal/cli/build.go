package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
)

// newBuildInfo is a metric that says what this program was built from.
func newBuildInfo() prometheus.Collector {
	info, _ := debug.ReadBuildInfo()
	version, revision := buildOf(info)
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quatre_build_info", Help: "1, for what this program was built from.",
		ConstLabels: prometheus.Labels{"version": version, "revision": revision, "go_version": runtime.Version()},
	})
	g.Set(1)
	return g
}

// buildOf returns the version of the module and the commit, with -dirty if it was
// changed; "unknown" where the build did not note it.
func buildOf(info *debug.BuildInfo) (version, revision string) {
	const unknown = "unknown"
	if info == nil {
		return unknown, unknown
	}
	dirty := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "-dirty"
		}
	}
	if revision != "" {
		revision += dirty
	}
	return cmp.Or(info.Main.Version, unknown), cmp.Or(revision, unknown)
}
