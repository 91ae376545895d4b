// Package textfile reads the lines of texts, as all systems and editors write them.
package textfile

import (
	"bufio"
	"bytes"
	"io"
	"unicode"
)

// NewScanner returns a scanner of the lines of r, which have at most limit bytes. A line ends with a
// line feed, a carriage return, both, or the end of r. Lines do not include their ends and the white
// space before them, and the first one does not include a byte order mark.
//
// A line is returned as soon as its end is read, so that a person may type the next one.
func NewScanner(r io.Reader, limit int) *bufio.Scanner {
	first, afterReturn := true, false
	s := bufio.NewScanner(r)
	s.Buffer(nil, limit)
	s.Split(func(data []byte, atEOF bool) (advance int, line []byte, err error) {
		begin := 0
		if afterReturn && len(data) > 0 && data[0] == '\n' {
			begin = 1
		}
		length := bytes.IndexAny(data[begin:], "\r\n")
		switch {
		case length >= 0:
			advance = begin + length + 1
		case atEOF && len(data) > begin:
			advance = len(data)
			length = advance - begin
		default:
			return 0, nil, nil
		}
		line, afterReturn = data[begin:begin+length], data[advance-1] == '\r'
		if first {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		first = false
		return advance, bytes.TrimRightFunc(line, unicode.IsSpace), nil
	})
	return s
}
