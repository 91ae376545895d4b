package main

import (
	"cmp"
	"strings"
)

// customPrefix begins the text of a custom level, such as custom:depth=7,open3=100,name=Ada.
const customPrefix = "custom:"

// splitLevels cuts a list of levels at the commas between them. A comma before a setting belongs
// to the custom level that it is part of.
func splitLevels(list string) (levels []string) {
	for item := range strings.SplitSeq(list, ",") {
		last := len(levels) - 1
		isSetting := strings.Contains(item, "=") && !strings.HasPrefix(item, customPrefix)
		if isSetting && last >= 0 && strings.HasPrefix(levels[last], customPrefix) {
			levels[last] += "," + item
			continue
		}
		levels = append(levels, item)
	}
	return levels
}

// levelName returns the name of a level in sentences. A custom level is called by its quoted name, or,
// without one, by its depth.
func levelName(level string) string {
	settings, isCustom := strings.CutPrefix(level, customPrefix)
	if !isCustom {
		return level
	}
	var name, depth string
	for item := range strings.SplitSeq(settings, ",") {
		if value, found := strings.CutPrefix(item, "name="); found {
			name = `"` + value + `"`
		}
		if value, found := strings.CutPrefix(item, "depth="); found {
			depth = "custom " + value
		}
	}
	return cmp.Or(name, depth, level)
}
