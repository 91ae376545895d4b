package cli

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
)

// Version and revision of the program. deploy/Dockerfile sets them with the linker flag -X,
// because the go command cannot find them without the repository.
var linkedVersion, linkedRevision string

// Version returns the version of the program: the version that the linker has set, or else
// the version that Go has recorded for the module.
func Version() string {
	version, _ := versionAndRevision()
	return version
}

// PrintVersion prints version and revision if -version is the only argument, and reports
// whether it has printed them. -version is not in the flag set, because each flag is an
// environment variable too, and QUATRE_VERSION is an argument of the image's build.
func PrintVersion(program string, args []string, stdout io.Writer) bool {
	if len(args) != 1 || args[0] != "-version" && args[0] != "--version" {
		return false
	}
	version, revision := versionAndRevision()
	fmt.Fprintf(stdout, "%s %s, revision %s, %s\n", program, version, revision, runtime.Version())
	return true
}

// versionAndRevision returns version and revision as the linker has set them, or else as Go has recorded
// them.
func versionAndRevision() (version, revision string) {
	info, _ := debug.ReadBuildInfo()
	version, revision = buildOf(info)
	return cmp.Or(linkedVersion, version), cmp.Or(linkedRevision, revision)
}

// newBuildInfo returns a metric with the version and revision of the program.
func newBuildInfo() prometheus.Collector {
	version, revision := versionAndRevision()
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "quatre_build_info", Help: "1, for what this program was built from.",
		ConstLabels: prometheus.Labels{"version": version, "revision": revision, "go_version": runtime.Version()},
	})
	g.Set(1)
	return g
}

// buildOf returns the version of the module and the commit, with -dirty if files were
// changed. Each of them is "unknown" if the build has not recorded it.
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
