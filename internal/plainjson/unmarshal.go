package plainjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// maxKeys is the maximum number of keys of an object. The objects of this program have fewer than half.
const maxKeys = 64

// Flaw is the error of a text that package json reads without an error, but not as it was meant.
type Flaw struct {
	At   int    // the offset of the byte
	Text string // what the text has
}

func (f *Flaw) Error() string { return fmt.Sprintf("byte %d: the JSON has %s", f.At+1, f.Text) }

// Unmarshal is json.Unmarshal, but it refuses with a *Flaw what json.Unmarshal repairs or drops
// silently: bytes that are not UTF-8, half of a surrogate pair, and a key that an object has twice,
// also in other letter case. After an error, v may have changed.
func Unmarshal(text []byte, v any) error {
	if err := json.Unmarshal(text, v); err != nil {
		return err
	}
	return check(text)
}

// check returns a *Flaw if a valid JSON text has one.
func check(text []byte) error {
	var keys [][]byte // of all objects that are open, the innermost last
	var open []int    // for each of them, the index of its first key
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '{':
			open = append(open, len(keys))
		case '}':
			keys, open = keys[:open[len(open)-1]], open[:len(open)-1]
		case '"':
			end, err := endOfString(text, at)
			if err != nil {
				return err
			}
			if next := bytes.TrimLeft(text[end:], " \t\r\n"); len(next) > 0 && next[0] == ':' {
				key := unquote(text[at:end])
				own := keys[open[len(open)-1]:]
				switch {
				case slices.ContainsFunc(own, func(other []byte) bool { return bytes.EqualFold(other, key) }):
					return &Flaw{at, fmt.Sprintf("the key %+q twice", key)}
				case len(own) == maxKeys:
					return &Flaw{at, fmt.Sprintf("more than %d keys in an object", maxKeys)}
				}
				keys = append(keys, key)
			}
			at = end - 1
		}
	}
	return nil
}

// endOfString returns the offset after the string that begins at an offset.
func endOfString(text []byte, at int) (end int, err error) {
	for end = at + 1; text[end] != '"'; end++ {
		if text[end] >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(text[end:])
			if r == utf8.RuneError && size == 1 {
				return 0, &Flaw{end, "bytes that are not UTF-8"}
			}
			end += size - 1
		}
		if text[end] == '\\' {
			if unit := escapedUnit(text[end:]); utf16.IsSurrogate(unit) {
				if utf16.DecodeRune(unit, escapedUnit(text[end+6:])) == unicode.ReplacementChar {
					return 0, &Flaw{end, "half of a surrogate pair"}
				}
				end += 6
			}
			end++
		}
	}
	return end + 1, nil
}

// escapedUnit returns the UTF-16 code unit of the escape \uXXXX that text begins with; otherwise 0.
func escapedUnit(text []byte) (unit rune) {
	if len(text) >= 6 && text[1] == 'u' && text[0] == '\\' {
		n, _ := strconv.ParseUint(string(text[2:6]), 16, 16) // valid JSON has four digits here
		unit = rune(n)
	}
	return unit
}

// unquote returns what a string without flaws says.
func unquote(quoted []byte) []byte {
	if !bytes.ContainsRune(quoted, '\\') {
		return quoted[1 : len(quoted)-1]
	}
	var s string
	_ = json.Unmarshal(quoted, &s)
	return []byte(s)
}
