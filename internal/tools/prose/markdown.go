package main

import (
	"regexp"
	"strings"
)

var (
	listItem   = regexp.MustCompile(`^\s*(?:[-*+]|\d+\.)\s+`)
	indentCode = regexp.MustCompile(`^(?:    |\t)`)
)

// markdown finds the prose of a Markdown file. Code blocks and headings are not prose.
// A list item and a table cell are passages of their own. Tables may be wide.
func markdown(text string) content {
	c := content{isDoc: true}
	var current passage
	flush := func() {
		if len(current) > 0 {
			c.passages = append(c.passages, current)
		}
		current = nil
	}
	fenced, afterBlank := false, true
	for _, l := range lines(text) {
		trimmed := strings.TrimSpace(l.text)
		isFence := strings.HasPrefix(trimmed, "```")
		if isFence {
			fenced = !fenced
		}
		switch {
		case isFence || fenced || afterBlank && indentCode.MatchString(l.text) && !listItem.MatchString(l.text):
			flush()
			continue // afterBlank stays true, since indented code goes on after a blank line
		case trimmed == "" || strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "!["):
			flush()
			afterBlank = true
			continue
		case strings.HasPrefix(trimmed, "|"):
			flush()
			for _, cell := range strings.Split(trimmed, "|") {
				c.passages = append(c.passages, passage{{l.number, cell}})
			}
			continue
		}
		if item := listItem.FindString(l.text); item != "" {
			flush()
			current = passage{{l.number, l.text[len(item):]}}
		} else {
			current = append(current, l)
		}
		c.wide = append(c.wide, l)
		afterBlank = false
	}
	flush()
	return c
}
