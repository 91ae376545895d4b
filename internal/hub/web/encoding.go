package web

import (
	"strconv"
	"strings"
)

// coding returns the best form of a file for a client with this Accept-Encoding header: "br",
// "gzip" or "identity". The client's qualities decide, and then the size. A client that sends no
// header, or accepts none of these, gets "identity".
func coding(header string) string {
	best, bestQuality := "identity", quality(header, "identity")
	for _, name := range []string{"gzip", "br"} { // the smaller form wins a tie
		if q := quality(header, name); q > 0 && q >= bestQuality {
			best, bestQuality = name, q
		}
	}
	return best
}

// quality returns how much an Accept-Encoding header wants a coding, from 0, which forbids it, to
// 1 (RFC 9110, section 12.5.3). A quality that cannot be read counts as 0.
func quality(header, coding string) float64 {
	others := 0.0 // of a coding that the header does not name
	if coding == "identity" {
		others = smallestQuality // allowed unless it is forbidden, but every coding that is named is better
	}
	for part := range strings.SplitSeq(header, ",") {
		name, parameter, _ := strings.Cut(part, ";")
		name, q := strings.TrimSpace(name), 1.0
		if parameter = strings.TrimSpace(parameter); parameter != "" {
			value, ok := strings.CutPrefix(strings.ToLower(parameter), "q=")
			parsed, err := strconv.ParseFloat(value, 64)
			if q = parsed; !ok || err != nil || q < 0 || q > 1 {
				q = 0
			}
		}
		switch {
		case strings.EqualFold(name, coding):
			return q
		case name == "*":
			others = q
		}
	}
	return others
}

// smallestQuality is smaller than any quality that a header can express, which has three digits.
const smallestQuality = 0.0001
