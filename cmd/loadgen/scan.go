package main

import (
	"encoding/json"
	"math"
)

// scanner reads JSON from front to back without building anything: the frames of
// a hub are small and their fields are known, and a generator that shares a
// machine with what it measures should cost little. What is not well formed sets
// bad, and everything read after that is empty.
type scanner struct {
	b   []byte
	i   int
	bad bool
}

// maxDepth is how deep values may be nested that nobody asks for.
const maxDepth = 64

func (s *scanner) fail() {
	s.bad = true
	s.i = len(s.b)
}

// peek returns the next byte that is no space, 0 at the end.
func (s *scanner) peek() byte {
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// take reads one byte if it is the next one.
func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.i++
	return true
}

// object reads an object and calls field for each of its keys; field must read
// the value. Anything but an object is skipped.
func (s *scanner) object(field func(key []byte)) {
	if s.peek() != '{' {
		s.skip()
		return
	}
	s.i++
	if s.take('}') {
		return
	}
	for !s.bad {
		if s.peek() != '"' {
			s.fail()
			return
		}
		key := s.text()
		if !s.take(':') {
			s.fail()
			return
		}
		field(key)
		if s.take('}') {
			return
		}
		if !s.take(',') {
			s.fail()
		}
	}
}

// array reads an array and calls element before each of its values, which it
// must read. Anything but an array is skipped.
func (s *scanner) array(element func()) {
	if s.peek() != '[' {
		s.skip()
		return
	}
	s.i++
	if s.take(']') {
		return
	}
	for !s.bad {
		element()
		if s.take(']') {
			return
		}
		if !s.take(',') {
			s.fail()
		}
	}
}

// text reads a string. It is part of the input unless it holds an escape. Any
// other value is skipped and empty.
func (s *scanner) text() []byte {
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

// number reads a natural number. Any other value is skipped and 0.
func (s *scanner) number() uint64 {
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

// truth reads true. Any other value is skipped and false.
func (s *scanner) truth() bool {
	is := s.peek() == 't'
	s.skip()
	return is
}

// skip reads any value.
func (s *scanner) skip() { s.skipped(0) }

func (s *scanner) skipped(depth int) {
	switch c := s.peek(); {
	case depth > maxDepth:
		s.fail()
	case c == '{':
		s.object(func([]byte) { s.skipped(depth + 1) })
	case c == '[':
		s.array(func() { s.skipped(depth + 1) })
	case c == '"':
		s.text()
	default:
		start := s.i
		for s.i < len(s.b) && !ends(s.b[s.i]) {
			s.i++
		}
		if !json.Valid(s.b[start:s.i]) { // true, false, null or a number
			s.fail()
		}
	}
}

// ends reports whether a literal ends before c.
func ends(c byte) bool {
	switch c {
	case ',', '}', ']', ':', ' ', '\t', '\n', '\r', '"', '{', '[':
		return true
	}
	return false
}
