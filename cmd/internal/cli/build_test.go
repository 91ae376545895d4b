package cli

import (
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
