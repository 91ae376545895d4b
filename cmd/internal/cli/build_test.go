package cli

import (
	"bytes"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestBuildOf(t *testing.T) {
	settings := func(pairs ...string) (all []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return all
	}
	for _, c := range []struct {
		what              string
		info              *debug.BuildInfo
		version, revision string
	}{
		{"no information", nil, "unknown", "unknown"},
		{"a test's binary", &debug.BuildInfo{Settings: settings("vcs.modified", "true")}, "unknown", "unknown"},
		{"a commit", &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: settings("vcs.revision", "abc", "vcs.modified", "false")}, "v1.2.3", "abc"},
		{"a commit with changes", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: settings("vcs.modified", "true", "vcs.revision", "abc")}, "(devel)", "abc-dirty"},
	} {
		if version, revision := buildOf(c.info); version != c.version || revision != c.revision {
			t.Errorf("%s: %s %s, want %s %s", c.what, version, revision, c.version, c.revision)
		}
	}
}

// Version and revision each come from the linker if it sets them, otherwise from Go.
func TestPrintVersion(t *testing.T) {
	defer func(version, revision string) { linkedVersion, linkedRevision = version, revision }(linkedVersion, linkedRevision)
	linkedVersion, linkedRevision = "v9.8.7", ""
	for _, args := range [][]string{{"-version"}, {"--version"}} {
		var out bytes.Buffer
		if !PrintVersion("hub", args, &out) || out.String() != "hub v9.8.7, revision unknown, "+runtime.Version()+"\n" {
			t.Errorf("%v: %q", args, out.String())
		}
	}
	linkedRevision = "abc"
	if version, revision := versionAndRevision(); version != "v9.8.7" || revision != "abc" || Version() != "v9.8.7" {
		t.Errorf("%s %s", version, revision)
	}
	for _, args := range [][]string{nil, {"version"}, {"-version", "-store", "x"}, {"-v"}} {
		var out bytes.Buffer
		if PrintVersion("hub", args, &out) || out.Len() > 0 {
			t.Errorf("%v prints the version", args)
		}
	}
}
