// Package texts holds every text that command play shows to people, in English and French.
//
// A text is a package variable of type Text: both languages stand side by side. Its
// placeholders are those of package fmt. Where French needs them in another order, both
// languages number them, as in %[2]s. The tests check that each text has both languages with
// the same placeholders, that each text is used, and that calls pass as many arguments as the
// text has placeholders.
//
// French texts have a no-break space before : ; ? and !, and the apostrophe ’.
package texts

import (
	"errors"
	"fmt"
	"strings"
)

// Lang is a language of the program. The zero value is English.
type Lang int

// The languages of the program.
const (
	English Lang = iota
	French
	langs
)

// Text is one text in every language, indexed by Lang.
type Text [langs]string

// Say returns t with its placeholders filled in.
func (l Lang) Say(t Text, args ...any) string {
	if len(args) == 0 {
		return t[l]
	}
	return fmt.Sprintf(t[l], args...)
}

// Count returns one or many, whichever the language uses for n, with n filled in.
func (l Lang) Count(n int, one, many Text) string {
	if n == 1 || n == 0 && l == French {
		return l.Say(one, n)
	}
	return l.Say(many, n)
}

// Error returns an error with the text t. The texts of errors in it are translated too, if they are known.
func (l Lang) Error(t Text, args ...any) error {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = l.Translate(err.Error())
		}
	}
	return errors.New(l.Say(t, args...))
}

// List returns items as a list in words: "a, b or c".
func (l Lang) List(items ...string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return l.Say(listEnd, strings.Join(items[:last], ", "), items[last])
}

var listEnd = Text{"%s or %s", "%s ou %s"}

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
