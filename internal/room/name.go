package room

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// maxMarks is how many combining marks may follow each other in a nickname. Thai and
// Vietnamese need two. A third one is accepted only from scripts.json: Burmese and Tibetan need
// it. More marks would make a stack that covers other lines.
const maxMarks = 2

// cleanName returns a nickname in the form of the PRECIS profile Nickname (RFC 8266): without
// white space at the ends, with single spaces, and in the Unicode form NFKC. The profile
// refuses invisible characters, except joiners where a script uses them. So no two names differ
// only in what nobody can see. cleanName also accepts the joiners of emoji.
//
// cleanName also refuses names that could be mistaken for an AI's or for the operator's.
func cleanName(name string) (string, error) {
	if name = plainName(name); name == "" {
		return "", nil
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !isPrint(r) || isBlank(r) }) {
		return "", ErrBadName
	}
	// PRECIS knows no emoji. Blanks stand for the joiners meanwhile, because it accepts them everywhere.
	name, err := precis.Nickname.String(blanksForJoiners.Replace(strings.Map(dropVariationSelector, name)))
	name = joinersForBlanks.Replace(name)
	if err != nil || utf8.RuneCountInString(name) > MaxNameLength || hasStack(name) || hasNeedlessJoiner(name) {
		return "", ErrBadName
	}
	if isReserved(name) {
		return "", ErrReserved
	}
	return name, nil
}

// plainName trims a nickname and replaces each run of white space by one space.
func plainName(name string) string { return strings.Join(strings.Fields(name), " ") }

// ValidName reports whether name is empty, or a nickname that a record may have: printable, and not
// too long.
func ValidName(name string) bool {
	return name == plainName(name) && utf8.ValidString(name) && utf8.RuneCountInString(name) <= MaxNameLength &&
		!strings.ContainsFunc(name, func(r rune) bool { return !isPrint(r) }) && !hasNeedlessJoiner(name)
}

// storedName checks a nickname of an imported game and returns its plain form. It requires only
// ValidName, so that a game can still be imported when cleanName has learnt to refuse more.
func storedName(name string) (string, error) {
	if name = plainName(name); !ValidName(name) {
		return "", ErrBadName
	}
	return name, nil
}

// isPrint reports whether a nickname may have a character. hasNeedlessJoiner says where it may have a
// joiner.
func isPrint(r rune) bool { return unicode.IsPrint(r) || isJoiner(r) }

// isBlank reports whether a symbol stands for nothing: the empty braille pattern and the null
// notehead, which look like a space, and the sign that decoders write for what they could not
// read. PRECIS allows all symbols.
func isBlank(r rune) bool { return r == '\u2800' || r == '\U0001D159' || r == unicode.ReplacementChar }

// dropVariationSelector drops the character that only chooses between two pictures of an
// emoji. Telephones add this character by themselves.
func dropVariationSelector(r rune) rune {
	if r == '\uFE0E' || r == '\uFE0F' {
		return -1
	}
	return r
}

// hasStack reports whether a name begins with a combining mark, or has too many in a row.
func hasStack(name string) bool {
	marks := maxMarks + 1 // so that a mark as the first character is one too many
	for _, r := range name {
		switch {
		case isJoiner(r):
		case !unicode.In(r, unicode.Mn, unicode.Me):
			marks = 0
		case marks < maxMarks, marks == maxMarks && scripts().ThirdMark.MatchString(string(r)):
			marks++
		default:
			return true
		}
	}
	return false
}

// levelWords are the levels as pages show them after "AI" and "IA", without spaces.
var levelWords = skeletons("veryeasy", "easy", "normal", "difficult", "strong", "expert", "perfect",
	"tresfacile", "facile", "difficile", "fort", "forte", "parfait", "parfaite")

// isReserved reports whether a name looks like one of these:
//
//   - "AI" or "IA" in capitals, alone or as the first word;
//   - "AI" or "IA" in any spelling, with a level: "Al easy" looks like "AI easy";
//   - a word that begins or ends with "admin".
func isReserved(name string) bool {
	letters := wordsOf(strings.Map(shapeOf, name))
	if len(letters) > 0 && (isAI(letters[0]) || isAI(strings.Join(letters, ""))) {
		return true
	}
	words := wordsOf(skeleton(strings.TrimRight(name, "!")))
	all := strings.Join(words, "")
	for _, ai := range []string{"ai", "ia"} {
		if rest, found := strings.CutPrefix(all, ai); found && slices.Contains(levelWords, rest) {
			return true
		}
	}
	return all == "admin" || slices.ContainsFunc(words, func(word string) bool {
		return strings.HasPrefix(word, "admin") || strings.HasSuffix(word, "admin")
	})
}

// wordsOf returns the runs of letters and digits.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func isAI(word string) bool { return word == "AI" || word == "IA" }
