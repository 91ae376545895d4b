package main

import (
	"regexp"
	"strings"
)

var (
	blockScalar = regexp.MustCompile(`^\s*(?:description|summary): \|\s*$`)
	quotedValue = regexp.MustCompile(`(?:description|summary): "((?:[^"\\]|\\.)*)"`)
	plainValue  = regexp.MustCompile(`(?:description|summary): ([^"|\s][^\n]*)`)
)

// descriptions finds the values of "description" and "summary" in a YAML file of an
// API. It does not parse YAML, and knows only the forms that our files use.
func descriptions(text string) content {
	c := content{isDoc: true}
	var block []string // the lines so far of a block scalar; nil: outside of one
	first, indent := 0, 0
	flush := func() {
		if block == nil {
			return
		}
		inner := markdown(strings.Join(block, "\n"))
		for _, p := range inner.passages {
			for i := range p {
				p[i].number += first - 1
			}
			c.passages = append(c.passages, p)
		}
		block = nil
	}
	for _, l := range lines(text) {
		if block != nil {
			if depth := len(l.text) - len(strings.TrimLeft(l.text, " ")); depth > indent || strings.TrimSpace(l.text) == "" {
				block = append(block, strings.TrimPrefix(l.text, strings.Repeat(" ", indent+2)))
				if !strings.HasPrefix(strings.TrimSpace(l.text), "|") {
					c.wide = append(c.wide, l)
				}
				continue
			}
			flush()
		}
		if blockScalar.MatchString(l.text) {
			block, first = []string{}, l.number+1
			indent = len(l.text) - len(strings.TrimLeft(l.text, " "))
			continue
		}
		for _, m := range quotedValue.FindAllStringSubmatch(l.text, -1) {
			c.passages = append(c.passages, passage{{l.number, m[1]}})
		}
		for _, m := range plainValue.FindAllStringSubmatch(l.text, -1) {
			value := m[1]
			if strings.Contains(l.text[:strings.Index(l.text, value)], "{") { // a flow mapping
				value, _, _ = strings.Cut(value, ",")
				value, _, _ = strings.Cut(value, "}")
			}
			c.passages = append(c.passages, passage{{l.number, value}})
		}
	}
	flush()
	return c
}
