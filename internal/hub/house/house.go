// Package house is what the host of a hub calls it: a name, a sentence, a colour, and a link at the foot of the start page.
package house

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The most characters of a name, and of the other texts. Longer ones would not fit on a phone.
const (
	maxName = 24
	maxText = 160
)

// House is what a host has chosen. Each part may be empty: then the page is as it was built.
type House struct {
	Name  string `json:"name,omitempty"`
	Text  string `json:"text,omitempty"`  // a sentence
	Link  string `json:"link,omitempty"`  // an address
	Label string `json:"label,omitempty"` // the text of the link

	Contact string `json:"-"` // where to report a weakness: an address for security.txt

	style string // CSS with the colour
}

// Parse reads the values of the flags -house-name, -house-text, -house-colour and -house-link. A link is an address, and
// after a space its text. The error names the flag and says what its value must be.
func Parse(name, text, colour, link string) (h House, err error) {
	h = House{Name: strings.TrimSpace(name), Text: strings.TrimSpace(text)}
	h.Link, h.Label, _ = strings.Cut(strings.TrimSpace(link), " ")
	h.Label = strings.TrimSpace(h.Label)
	for _, part := range []struct {
		flag, value string
		most        int
	}{{"name", h.Name, maxName}, {"text", h.Text, maxText}, {"link", h.Label, maxName}, {"link", h.Link, maxText}} {
		if !isPlain(part.value) || utf8.RuneCountInString(part.value) > part.most {
			return House{}, fmt.Errorf("-house-%s %q: must have at most %d characters, all of them visible", part.flag, part.value, part.most)
		}
	}
	if u, err := url.Parse(h.Link); h.Link != "" {
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return House{}, fmt.Errorf("-house-link %q: must begin with an address, such as https://example.org/legal", link)
		}
		h.Label = cmp.Or(h.Label, u.Host)
	}
	if colour != "" {
		h.style, err = styleOf(colour)
	}
	return h, err
}

// isPlain reports whether a text has only characters that one can see, and spaces: nothing that turns or hides other text.
func isPlain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.In(r, unicode.Zs) && !unicode.IsPrint(r) })
}

// ParseContact reads the value of the flag -security-contact: an address to which people report weaknesses.
func ParseContact(text string) (string, error) {
	u, err := url.Parse(text)
	if text != "" && (err != nil || !isPlain(text) || u.Scheme != "https" && u.Scheme != "mailto") {
		return "", fmt.Errorf("-security-contact %q: must be an address such as mailto:security@example.org or https://example.org/security", text)
	}
	return text, nil
}

// SecurityText returns the file security.txt of RFC 9116, which a reader may use for half a year from now.
func (h House) SecurityText(now time.Time) string {
	return fmt.Sprintf("Contact: %s\nExpires: %s\nPreferred-Languages: en, fr\n", h.Contact, now.AddDate(0, 6, 0).UTC().Format(time.RFC3339))
}

// Site returns the name of the site.
func (h House) Site() string { return cmp.Or(h.Name, "Quatre") }

// Meta returns the tag that tells the page what the host has chosen, but for the colour.
func (h House) Meta() string {
	if h.Contact = ""; h == (House{}) {
		return ""
	}
	text, _ := json.Marshal(h) // never fails: they are strings
	return `<meta name="quatre-house" content="` + html.EscapeString(string(text)) + "\">\n"
}

// Style returns a style sheet with the colour.
func (h House) Style() string {
	if h.style == "" {
		return ""
	}
	return "<style>" + h.style + "</style>\n"
}

// lightGround is the ground of the page's light theme, as in frontend/src/tokens.css.
const lightGround = "#f5f0e8"

// minContrast is what WCAG 2.2 demands of text.
const minContrast = 4.5

var isColour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// styleOf returns CSS that makes a colour the page's accent colour. The dark theme has more white than colour in it, so that
// one can read each colour there that one can read in the light theme: even black.
func styleOf(colour string) (string, error) {
	if !isColour.MatchString(colour) {
		return "", fmt.Errorf("-house-colour %q: must be a colour such as #23567f", colour)
	}
	if got := contrast(colour, lightGround); got < minContrast {
		return "", fmt.Errorf("-house-colour %s: nobody could read text of this colour on the page. Its contrast is %.1f and must be at least %g: choose a darker colour", colour, got, minContrast)
	}
	return strings.ReplaceAll("html:root{--accent:light-dark(C,color-mix(in srgb,C,#fff 60%));--on-accent:light-dark(#fff,#10202e);"+
		"--accent-hover:light-dark(color-mix(in srgb,C,#000 20%),color-mix(in srgb,C,#fff 70%))}", "C", colour), nil
}

// contrast returns the contrast of two colours, from 1 to 21: WCAG 2.2, "contrast ratio".
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(colour string) (sum float64) {
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		part, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8) // the caller has checked it
		if share := float64(part) / 255; share <= 0.04045 {
			sum += weight * share / 12.92
		} else {
			sum += weight * math.Pow((share+0.055)/1.055, 2.4)
		}
	}
	return sum
}
