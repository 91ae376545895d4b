package names

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Codes are the codes of the languages of a Text, by their indexes.
var Codes = [2]string{"en", "fr"}

// Preferred returns the first language of the programs in a header Accept-Language, or in a locale such as
// fr_FR.UTF-8. If there is none, it returns English and false.
func Preferred(wanted string) (index int, ok bool) {
	for _, tag := range accepted(wanted) {
		base, _ := tag.Base()
		if index = slices.Index(Codes[:], base.String()); index >= 0 {
			return index, true
		}
	}
	return English, false
}

// accepted returns the languages of a header Accept-Language, without their regions, the most wanted
// first. It leaves out entries that are malformed: browsers also send en_US.UTF-8 and C.
func accepted(header string) []language.Tag {
	var valid []string
	for entry := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(entry, ";")
		entry = name[:strings.IndexAny(name+"-", "-_.@")] + ";" + weight
		if _, _, err := language.ParseAcceptLanguage(entry); err == nil {
			valid = append(valid, entry)
		}
	}
	tags, _, _ := language.ParseAcceptLanguage(strings.Join(valid, ","))
	return tags
}

// Text is a text in English and in French. Its placeholders are those of package fmt.
type Text [2]string

// Say returns t in a language, with its placeholders filled in. An argument of type Text is said in the same
// language, and a float64, which needs %v, with the language's decimal sign.
func (t Text) Say(language int, args ...any) string {
	if len(args) == 0 {
		return t[language]
	}
	said := slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case Text:
			said[i] = arg[language]
		case float64:
			said[i] = Decimal(language, fmt.Sprint(arg))
		}
	}
	return fmt.Sprintf(t[language], said...)
}

// With returns t with its placeholders filled in, as Say does.
func (t Text) With(args ...any) Text {
	return Text{t.Say(English, args...), t.Say(French, args...)}
}

// Decimal returns a number in the notation of Go with the decimal sign of a language.
func Decimal(language int, number string) string {
	if language == French {
		return strings.Replace(number, ".", ",", 1)
	}
	return number
}

func (t Text) String() string { return t[English] }
