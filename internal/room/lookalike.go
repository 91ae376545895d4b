package room

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lookAlikes has the characters that look like the letters of "AI" and "admin" in common
// fonts. They are an extract of Unicode's list of confusables (UTS 39), which is far larger.
// Each letter is followed by the characters that look like it.
var lookAlikes = shapes(
	"AАΑᎪꓮΛᴀ", "aаαɑ⍺",
	"IІΙӀᏆꓲⵏƖɪ|ǀ∣│┃❘", "iіιıɩӏᎥ",
	"DᎠꓓÐĐᴅ", "dԁđðɗ",
	"MМΜᎷꓟϺᴍ", "mм",
	"NΝᏁꓠɴ", "nпηոռŋ",
)

// strokes has characters that look like an i or an a, but are mostly not meant as letters.
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

// enclosed has the first character of each block of letters in squares or circles that NFKC
// does not change. Each block has A to Z.
var enclosed = []rune{'\U0001F150', '\U0001F170', '\U0001F1E6'}

// shapeOf returns the letter that a character looks like, in the same case. If there is none,
// it returns the character itself.
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

// skeleton returns text in a form in which words that look alike are equal: in lower case,
// without marks, with letters for strokes, and with m for rn.
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
