package main

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxWords = 35  // in a sentence of the documentation
	maxWidth = 120 // of a line of prose, in columns
	maxCode  = 140 // of a line of Go code without its strings, in columns
	tabWidth = 4
)

// finding is something to change in a file.
type finding struct {
	line    int
	message string
}

// check returns the findings of one file, in the order of its lines.
func check(name, text string) []finding {
	c := readers[path.Ext(name)](text)
	var found []finding
	for _, l := range c.wide {
		if n := width(l.text); n > maxWidth {
			found = append(found, finding{l.number, fmt.Sprintf("the line has %d columns, more than %d", n, maxWidth)})
		}
	}
	for _, l := range c.code {
		// Rows of test tables may be wide.
		if n := width(goString.ReplaceAllString(l.text, `""`)); n > maxCode && !strings.HasSuffix(name, "_test.go") {
			found = append(found, finding{l.number, fmt.Sprintf("the line has %d columns without its strings, more than %d", n, maxCode)})
		}
	}
	for _, p := range c.passages {
		for _, s := range p.sentences() {
			if n := s.length(); c.isDoc && n > maxWords {
				found = append(found, finding{s[0].line, fmt.Sprintf("the sentence has %d words, more than %d", n, maxWords)})
			}
			found = append(found, bannedIn(s, c.isDoc)...)
		}
	}
	slices.SortStableFunc(found, func(a, b finding) int { return cmp.Compare(a.line, b.line) })
	return found
}

// goString matches a string literal. A long string stays on one line, so that a search finds
// it.
var goString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// width counts the columns of a line. A link's target does not count, because it
// cannot be broken.
func width(text string) int {
	return utf8.RuneCountInString(strings.ReplaceAll(linkTarget.ReplaceAllString(text, "]"), "\t", strings.Repeat(" ", tabWidth)))
}

// lines splits a text into lines, numbered from 1.
func lines(text string) []line {
	var list []line
	for i, t := range strings.Split(text, "\n") {
		list = append(list, line{i + 1, strings.TrimSuffix(t, "\r")})
	}
	return list
}
