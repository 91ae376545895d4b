package texts

import (
	"strings"

	"golang.org/x/text/language"
)

// Codes are the values of -lang, indexed by Lang.
var Codes = [langs]string{"en", "fr"}

// matcher finds the best of the program's languages. Its tags are indexed by Lang.
var matcher = language.NewMatcher([]language.Tag{English: language.English, French: language.French})

// Parse returns the language named code: a language tag such as fr, fr-CA or fr_FR.UTF-8. ok
// is false if the program does not speak it.
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

// System returns the language of the environment, as gettext chooses it: LC_ALL, LC_MESSAGES
// or LANG, and the list LANGUAGE instead unless the locale is C. Where none is set, it asks
// the operating system. It is English if the system's languages are all unknown.
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
