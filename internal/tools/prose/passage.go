package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// content is the prose of one file.
type content struct {
	passages []passage
	wide     []line // lines of prose that must not be too wide
	code     []line // lines of Go code
	isDoc    bool   // whether the file is documentation and not code
}

// line is a line of a file, or a part of one. Numbers start at 1.
type line struct {
	number int
	text   string
}

// passage is prose that is read as one piece, such as a paragraph.
type passage []line

// word is a part of a passage without spaces, and the line it is on.
type word struct {
	text string
	line int
}

var (
	codeSpan   = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
)

// words splits a passage. A code span counts as one word, and a link's target as none.
func (p passage) words() []word {
	var list []word
	for _, l := range p {
		text := linkTarget.ReplaceAllString(codeSpan.ReplaceAllString(l.text, "`code`"), "]")
		for _, w := range strings.Fields(text) {
			list = append(list, word{w, l.number})
		}
	}
	return list
}

// sentence is a sequence of words, with the full stop if it has one.
type sentence []word

// sentences splits a passage at full stops, question marks and exclamation marks.
func (p passage) sentences() []sentence {
	var list []sentence
	var current sentence
	words := p.words()
	for i, w := range words {
		current = append(current, w)
		if i+1 == len(words) || endsSentence(w.text) && startsSentence(words[i+1].text) {
			list = append(list, current)
			current = nil
		}
	}
	return list
}

func endsSentence(w string) bool {
	w = strings.TrimRight(w, `"'”»)]*_`)
	return strings.HasSuffix(w, ".") && !slices.Contains([]string{"e.g.", "i.e.", "vs.", "cf."}, strings.ToLower(w)) ||
		strings.HasSuffix(w, "!") || strings.HasSuffix(w, "?")
}

func startsSentence(w string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, `"'“«([*_`))
	return unicode.IsUpper(r) || unicode.IsDigit(r) || r == '`'
}

// text returns the words of s with one space between them.
func (s sentence) text() string {
	parts := make([]string, 0, len(s))
	for _, w := range s {
		parts = append(parts, w.text)
	}
	return strings.Join(parts, " ")
}

// wordAt returns the word that contains byte i of s.text().
func (s sentence) wordAt(i int) word {
	for _, w := range s {
		if i < len(w.text)+1 {
			return w
		}
		i -= len(w.text) + 1
	}
	return s[len(s)-1]
}

// length counts the words of s that have a letter or a digit, without code in backticks.
func (s sentence) length() int {
	n := 0
	for _, w := range s {
		if !strings.HasPrefix(w.text, "`") && strings.ContainsFunc(w.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}
