package cli

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
)

// linkedVersion and linkedRevision are set by the linker (-X) where the go command cannot
// see the repository: see deploy/Dockerfile.
var linkedVersion, linkedRevision string

// Version says which program this is: what its builder has called it, or else as Go
// names the module's state that it was built from.
func Version() string {
	version, _ := built()
	return version
}

// PrintVersion prints what the program was built from if a command line asks for that,
// and for nothing else. It is no flag: flags are environment variables as well, and
// QUATRE_VERSION is for building images.
func PrintVersion(program string, args []string, stdout io.Writer) bool {
	if len(args) != 1 || args[0] != "-version" && args[0] != "--version" {
		return false
	}
	version, revision := built()
	fmt.Fprintf(stdout, "%s %s, revision %s, %s\n", program, version, revision, runtime.Version())
	return true
}

// built returns what the builder says, and of what it does not say what Go has noted.
func built() (version, revision string) {
	info, _ := debug.ReadBuildInfo()
	version, revision = buildOf(info)
	return cmp.Or(linkedVersion, version), cmp.Or(linkedRevision, revision)
}

// newBuildInfo is a metric that says what this program was built from.
func newBuildInfo() prometheus.Collector {
	version, revision := built()
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
