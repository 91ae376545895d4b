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
	"cmp"
	"errors"
	"strings"

	"github.com/quatre/quatre/internal/names"
)

// Lang is a language of the program, as package names counts them. The zero value is English.
type Lang int

// The languages of the program.
const (
	English Lang = names.English
	French  Lang = names.French
)

// Text is one text in every language, indexed by Lang.
type Text names.Text

// Say returns t with its placeholders filled in.
func (l Lang) Say(t Text, args ...any) string { return names.Text(t).Say(int(l), args...) }

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

// System returns the user's language, as gettext chooses it. The locale is the first of LC_ALL,
// LC_MESSAGES and LANG that is set. The list LANGUAGE comes before the locale, unless the locale
// is C. If no locale is set, System asks the operating system. The default is English.
func System(getenv func(string) string) Lang {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	wanted := strings.Split(getenv("LANGUAGE"), ":")
	if base, _, _ := strings.Cut(locale, "."); base == "C" || base == "POSIX" {
		return English
	} else if locale == "" {
		wanted = systemLanguages()
	}
	language, _ := names.Preferred(strings.Join(append(wanted, locale), ","))
	return Lang(language)
}
