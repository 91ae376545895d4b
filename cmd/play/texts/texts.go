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
