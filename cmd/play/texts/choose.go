package texts

import "strings"

// Codes are the values of -lang, indexed by Lang.
var Codes = [langs]string{"en", "fr"}

// Parse returns the language named code: a language tag or locale such as fr, fr-CA or
// fr_FR.UTF-8. ok is false if the program has no texts in it.
func Parse(code string) (l Lang, ok bool) {
	if i := strings.IndexAny(code, "-_.@"); i >= 0 {
		code = code[:i]
	}
	switch strings.ToLower(code) {
	case "en", "c", "posix":
		return English, true
	case "fr":
		return French, true
	}
	return English, false
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
