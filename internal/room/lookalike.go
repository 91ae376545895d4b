package room

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lookAlikes has the characters that look like the letters of "AI" and "admin" in common
// fonts: an extract of Unicode's list of confusables (UTS 39), which is far larger. A
// letter is followed by what looks like it.
var lookAlikes = shapes(
	"AАΑᎪꓮΛᴀ", "aаαɑ⍺",
	"IІΙӀᏆꓲⵏƖɪ|ǀ∣│┃❘", "iіιıɩӏᎥ",
	"DᎠꓓÐĐᴅ", "dԁđðɗ",
	"MМΜᎷꓟϺᴍ", "mм",
	"NΝᏁꓠɴ", "nпηոռŋ",
)

// strokes look like an i or an a too, but mostly mean something else.
var strokes = shapes("il1!¡ا", "a4@")

func shapes(rows ...string) map[rune]rune {
	table := map[rune]rune{}
	for _, row := range rows {
		runes := []rune(row)
		for _, r := range runes[1:] {
			table[r] = runes[0]
		}
	}
	return table
}

// Letters in squares and circles that NFKC leaves alone. Each block has A to Z.
var enclosed = []rune{'\U0001F150', '\U0001F170', '\U0001F1E6'}

// shapeOf returns the letter that a character looks like, in the same case; by default the
// character itself.
func shapeOf(r rune) rune {
	if letter, found := lookAlikes[r]; found {
		return letter
	}
	for _, first := range enclosed {
		if first <= r && r < first+26 {
			return 'A' + r - first
		}
	}
	return r
}

// skeleton returns a text in which words that look alike are equal: in small letters
// without marks, with strokes as letters, and with m for rn.
func skeleton(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		r = unicode.ToLower(shapeOf(r))
		if letter, found := strokes[r]; found {
			return letter
		}
		return r
	}, norm.NFKD.String(text))
	return strings.ReplaceAll(text, "rn", "m")
}

func skeletons(words ...string) []string {
	for i := range words {
		words[i] = skeleton(words[i])
	}
	return words
}
