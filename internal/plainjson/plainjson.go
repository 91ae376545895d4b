// Package plainjson reads JSON from outside. Unmarshal reads all texts. CutString and CutNumber read
// the parts of texts that are written as this program and JSON.stringify write most of them: without
// spaces, with strings of printable ASCII without escapes. They take a fraction of the time.
package plainjson

import (
	"bytes"
	"strconv"
)

// CutString returns the string between open and the next quote, and what follows that quote. It
// returns false, and text itself as rest, unless text begins with open and the string is printable
// ASCII without escapes.
func CutString(text []byte, open string) (s string, rest []byte, ok bool) {
	after, ok := bytes.CutPrefix(text, []byte(open))
	i := bytes.IndexByte(after, '"')
	if !ok || i < 0 {
		return "", text, false
	}
	for _, c := range after[:i] {
		if c < ' ' || c > '~' || c == '\\' {
			return "", text, false
		}
	}
	return string(after[:i]), after[i+1:], true
}

// CutNumber returns the number after open, and what follows the number. It returns false, and text
// itself as rest, unless text begins with open and the number is less than 1<<63 and written in
// decimal digits without leading zeros.
func CutNumber(text []byte, open string) (n int64, rest []byte, ok bool) {
	after, ok := bytes.CutPrefix(text, []byte(open))
	i := 0
	for i < len(after) && '0' <= after[i] && after[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(string(after[:i]), 10, 64)
	if !ok || err != nil || i > 1 && after[0] == '0' {
		return 0, text, false
	}
	return n, after[i:], true
}
