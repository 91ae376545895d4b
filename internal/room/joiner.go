package room

import (
	_ "embed" // for scripts.json
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// scriptsFile says what some scripts need that others must not have in a nickname: a third
// combining mark in a row, and the joiners U+200C and U+200D. A joiner is accepted only where it
// changes how its neighbours look:
//
//   - U+200C between two letters that would join, and both after a virama (RFC 5892, appendix A)
//   - U+200D between the letter ra and the virama of Bengali
//   - U+200D between two emoji (UTS 51)
//
// The page reads the same file. Its regular expressions mean the same in Go and in JavaScript.
//
//go:embed scripts.json
var scriptsFile []byte

// scriptRules is the content of scriptsFile.
type scriptRules struct {
	ThirdMark *regexp.Regexp // matches a mark that may be the third in a row
	Joiners   []joinerRule
}

// joinerRule says between which texts a joiner is accepted.
type joinerRule struct {
	Joiner        string // one joiner or both
	Before, After *regexp.Regexp
}

var scripts = sync.OnceValue(func() (rules scriptRules) {
	if err := json.Unmarshal(scriptsFile, &rules); err != nil {
		panic(err) // the file is part of the program, and every test of nicknames reads it
	}
	return rules
})

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// hasNeedlessJoiner reports whether a name has a joiner where scripts.json does not accept it.
func hasNeedlessJoiner(name string) bool {
	for at, r := range name {
		accepts := func(j joinerRule) bool {
			after := name[at+utf8.RuneLen(r):]
			return strings.ContainsRune(j.Joiner, r) && j.Before.MatchString(name[:at]) && j.After.MatchString(after)
		}
		if isJoiner(r) && !slices.ContainsFunc(scripts().Joiners, accepts) {
			return true
		}
	}
	return false
}

var (
	blanksForJoiners = strings.NewReplacer("\u200c", "\u2800", "\u200d", "\U0001D159")
	joinersForBlanks = strings.NewReplacer("\u2800", "\u200c", "\U0001D159", "\u200d")
)
