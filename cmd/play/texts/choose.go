package texts

import (
	"strings"

	"golang.org/x/text/language"
)

// Codes are the values of -lang, indexed by Lang.
var Codes = [langs]string{"en", "fr"}

// matcher finds the best of the program's languages. Its tags are indexed by Lang.
var matcher = language.NewMatcher([]language.Tag{English: language.English, French: language.French})

// Parse returns the language named code: a language tag or locale such as fr, fr-CA or
// fr_FR.UTF-8. ok is false if the program has no texts in it.
func Parse(code string) (l Lang, ok bool) {
	code, _, _ = strings.Cut(code, ".") // the encoding
	code, _, _ = strings.Cut(code, "@") // the modifier of a locale
	if code == "C" || code == "POSIX" {
		return English, true
	}
	tag, err := language.Parse(code)
	if err != nil {
		return English, false
	}
	_, i, confidence := matcher.Match(tag)
	return Lang(i), confidence > language.Low
}

// System returns the user's language, as gettext chooses it. The locale is the first of LC_ALL,
// LC_MESSAGES and LANG that is set. The list LANGUAGE comes before the locale, unless the locale
// is C. If no locale is set, System asks the operating system. The default is English.
func System(getenv func(string) string) Lang {
	var wanted []string
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(name); locale != "" {
			wanted = []string{locale}
			break
		}
	}
	if len(wanted) == 0 {
		wanted = systemLanguages()
	} else if base, _, _ := strings.Cut(wanted[0], "."); base != "C" && base != "POSIX" {
		wanted = append(strings.Split(getenv("LANGUAGE"), ":"), wanted...)
	}
	for _, code := range wanted {
		if l, ok := Parse(code); ok {
			return l
		}
	}
	return English
}
