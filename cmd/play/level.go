package main

import (
	"errors"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/local"
)

// splitLevels splits a list of levels at the commas between levels. A comma before a setting, such
// as depth=7, is part of a custom level.
func splitLevels(list string) (levels []string) {
	for item := range strings.SplitSeq(list, ",") {
		last := len(levels) - 1
		isSetting := strings.Contains(item, "=") && !isCustom(item)
		if isSetting && last >= 0 && isCustom(levels[last]) {
			levels[last] += "," + item
			continue
		}
		levels = append(levels, item)
	}
	return levels
}

// isCustom reports whether a level is a custom level.
func isCustom(level string) bool { return strings.HasPrefix(level, texts.CustomPrefix) }

// checkCustom says what is wrong with a custom level. Other levels are not checked here.
func checkCustom(l texts.Lang, level string) error {
	if !isCustom(level) {
		return nil
	}
	if err := local.CheckLevel(level); err != nil {
		return errors.New(l.Translate(err.Error()))
	}
	return nil
}
