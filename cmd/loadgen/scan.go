package main

import (
	"encoding/json"
	"math"
)

// jsonScanner reads JSON from front to back, without allocating. It is fast because the
// generator may share a machine with the server that it measures. Malformed input sets
// bad; every later read returns an empty value.
type jsonScanner struct {
	b   []byte
	i   int
	bad bool
}

// maxDepth limits the nesting of skipped values.
const maxDepth = 64

func (s *jsonScanner) fail() {
	s.bad = true
	s.i = len(s.b)
}

// peek returns the next byte that is not white space, or 0 at the end.
func (s *jsonScanner) peek() byte {
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// accept reads the next byte if it is c, and reports whether it was.
func (s *jsonScanner) accept(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.i++
	return true
}

// object reads an object and calls field for each key. field must read the value. If
// the next value is not an object, it is skipped.
func (s *jsonScanner) object(field func(key []byte)) {
	if s.peek() != '{' {
		s.skip()
		return
	}
	s.i++
	if s.accept('}') {
		return
	}
	for !s.bad {
		if s.peek() != '"' {
			s.fail()
			return
		}
		key := s.text()
		if !s.accept(':') {
			s.fail()
			return
		}
		field(key)
		if s.accept('}') {
			return
		}
		if !s.accept(',') {
			s.fail()
		}
	}
}

// array reads an array and calls element for each value. element must read the value. If
// the next value is not an array, it is skipped.
func (s *jsonScanner) array(element func()) {
	if s.peek() != '[' {
		s.skip()
		return
	}
	s.i++
	if s.accept(']') {
		return
	}
	for !s.bad {
		element()
		if s.accept(']') {
			return
		}
		if !s.accept(',') {
			s.fail()
		}
	}
}

// text reads a string. The result shares memory with the input unless the string holds
// an escape. Any other value is skipped and gives nil.
func (s *jsonScanner) text() []byte {
	if s.peek() != '"' {
		s.skip()
		return nil
	}
	start := s.i
	escaped := false
	for s.i++; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; {
		case c == '\\':
			escaped = true
			s.i++
		case c == '"':
			s.i++
			if !escaped {
				return s.b[start+1 : s.i-1]
			}
			var text string
			if json.Unmarshal(s.b[start:s.i], &text) != nil {
				s.fail()
			}
			return []byte(text)
		case c < ' ':
			s.fail()
			return nil
		}
	}
	s.fail()
	return nil
}

// number reads a natural number. Any other value is skipped and gives 0.
func (s *jsonScanner) number() uint64 {
	if c := s.peek(); c < '0' || c > '9' {
		s.skip()
		return 0
	}
	start := s.i
	var n uint64
	for ; s.i < len(s.b) && '0' <= s.b[s.i] && s.b[s.i] <= '9'; s.i++ {
		if n > math.MaxInt64/10-1 {
			s.i = start
			s.skip()
			return 0
		}
		n = 10*n + uint64(s.b[s.i]-'0')
	}
	if s.i < len(s.b) && (s.b[s.i] == '.' || s.b[s.i]|0x20 == 'e') || s.b[start] == '0' && s.i > start+1 {
		s.i = start
		s.skip()
		return 0
	}
	return n
}

// boolean reads true. Any other value is skipped and gives false.
func (s *jsonScanner) boolean() bool {
	ok := s.peek() == 't'
	s.skip()
	return ok
}

// skip skips any value.
func (s *jsonScanner) skip() { s.skipNested(0) }

func (s *jsonScanner) skipNested(depth int) {
	switch c := s.peek(); {
	case depth > maxDepth:
		s.fail()
	case c == '{':
		s.object(func([]byte) { s.skipNested(depth + 1) })
	case c == '[':
		s.array(func() { s.skipNested(depth + 1) })
	case c == '"':
		s.text()
	default:
		start := s.i
		for s.i < len(s.b) && !endsLiteral(s.b[s.i]) {
			s.i++
		}
		if !json.Valid(s.b[start:s.i]) { // true, false, null or a number
			s.fail()
		}
	}
}

// endsLiteral reports whether a literal ends before c.
func endsLiteral(c byte) bool {
	switch c {
	case ',', '}', ']', ':', ' ', '\t', '\n', '\r', '"', '{', '[':
		return true
	}
	return false
}
