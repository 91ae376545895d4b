package main

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// goComments finds the comments of a Go file, and its strings, since many of them are messages.
// The width of every line counts, except inside a string of several lines.
func goComments(text string) content {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	var b builder
	multiline := map[int]bool{} // by number of a line: whether it is in a string of several lines
	for {
		pos, kind, value := s.Scan()
		if kind == token.EOF {
			break
		}
		number := file.Line(pos)
		switch {
		case kind == token.COMMENT && strings.HasPrefix(value, "//"):
			b.comment(number, value[2:])
		case kind == token.COMMENT:
			for _, l := range lines(strings.Trim(value, "/*")) {
				b.comment(number+l.number-1, l.text)
			}
		case kind == token.STRING:
			list := lines(value)
			for _, l := range list {
				b.passages = append(b.passages, passage{{number + l.number - 1, l.text}})
				multiline[number+l.number-1] = multiline[number+l.number-1] || len(list) > 1
			}
		}
	}
	c := content{passages: b.finish()}
	for _, l := range lines(text) {
		switch text := strings.TrimSpace(l.text); {
		case multiline[l.number], strings.HasPrefix(text, "//go:"):
		case strings.HasPrefix(text, "//"):
			c.wide = append(c.wide, l)
		default:
			c.code = append(c.code, l)
		}
	}
	return c
}

var (
	scriptLine  = regexp.MustCompile(`(?:^|\s)//+\s(.*)$`)
	scriptBlock = regexp.MustCompile(`^\s*(?:/\*\*?|<!--)`)
	blockMargin = regexp.MustCompile(`^\s*(?:/\*\*?|<!--|\*(?:\s|$))`)
	luaLine     = regexp.MustCompile(`(?:^|\s)--+\s(.*)$`)
)

// scriptComments finds the comments of a TypeScript, JavaScript or Svelte file. It
// reads line by line, and finds a block comment only at the beginning of a line.
func scriptComments(text string) content {
	var b builder
	inBlock := false
	for _, l := range lines(text) {
		inBlock = inBlock || scriptBlock.MatchString(l.text)
		if !inBlock {
			if m := scriptLine.FindStringSubmatch(l.text); m != nil {
				b.comment(l.number, m[1])
			}
			continue
		}
		body, _, ended := strings.Cut(blockMargin.ReplaceAllString(l.text, ""), "*/")
		if !ended {
			body, _, ended = strings.Cut(body, "-->")
		}
		b.comment(l.number, body)
		inBlock = !ended
	}
	return content{passages: b.finish()}
}

// luaComments finds the comments of a Lua file that begin with --, but not block comments.
func luaComments(text string) content {
	var b builder
	for _, l := range lines(text) {
		if m := luaLine.FindStringSubmatch(l.text); m != nil {
			b.comment(l.number, m[1])
		}
	}
	return content{passages: b.finish()}
}

// builder joins lines of comments to passages. A blank line, a list item and code between
// two comments begin a new passage.
type builder struct {
	passages []passage
	current  passage
}

func (b *builder) comment(number int, text string) {
	adjacent := len(b.current) > 0 && b.current[len(b.current)-1].number == number-1
	if strings.TrimSpace(text) == "" || !adjacent || listItem.MatchString(text) {
		b.finish()
	}
	if strings.TrimSpace(text) != "" {
		b.current = append(b.current, line{number, text})
	}
}

func (b *builder) finish() []passage {
	if len(b.current) > 0 {
		b.passages = append(b.passages, b.current)
	}
	b.current = nil
	return b.passages
}
