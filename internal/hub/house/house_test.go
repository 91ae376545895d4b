package house

import (
	"regexp"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	h, err := Parse(" École Curie ", "Jouez à la récré\u202f!", "#8C2417", "https://curie.example/legal Mentions légales")
	if err != nil || h.Site() != "École Curie" || h.Text != "Jouez à la récré\u202f!" || h.Link != "https://curie.example/legal" || h.Label != "Mentions légales" {
		t.Errorf("%+v, %v", h, err)
	}
	if h, err := Parse("", "", "", "http://café.example:8080"); err != nil || h.Label != "café.example:8080" || h.Site() != "Quatre" {
		t.Errorf("%+v, %v", h, err)
	}
	if h, err := Parse("", "", "", ""); err != nil || h != (House{}) || h.Style() != "" {
		t.Errorf("without flags: %+v, %v", h, err)
	}
	for _, bad := range [][4]string{
		{strings.Repeat("é", maxName+1)},
		{"a\nb"},
		{"\u202eevil"},
		{"\xff"},
		{"a\u200bb"},
		{"a\x00"},
		{1: strings.Repeat("x", maxText+1)},
		{1: "a\u2028b"},
		{2: "red"},
		{2: "#fff"},
		{2: "#12345g"},
		{2: "#23567f;}body{display:none"},
		{2: "#ffee00"},
		{2: "#f5f0e8"},
		{3: "javascript:alert(1)"},
		{3: "//evil.example"},
		{3: "curie.example"},
		{3: "https://"},
		{3: "https://a.example " + strings.Repeat("x", maxName+1)},
		{3: "data:text/html,x"},
		{3: "https://a.example/" + strings.Repeat("x", maxText)},
	} {
		if h, err := Parse(bad[0], bad[1], bad[2], bad[3]); err == nil || !strings.HasPrefix(err.Error(), "-house-") {
			t.Errorf("%q: %+v, %v", bad, h, err)
		}
	}
}

// A host's text stays text, whatever it is.
func TestTextsAreEscaped(t *testing.T) {
	h, err := Parse(`"><script>x`, `</style><img src=x onerror='a()'>`, "#23567f", `https://a.example/"><script> <b>&amp;`)
	if err != nil {
		t.Fatal(err)
	}
	head := h.Meta() + h.Style()
	if tags := regexp.MustCompile(`<[^>]*>`).FindAllString(head, -1); len(tags) != 3 || !strings.HasPrefix(tags[0], "<meta ") || tags[1] != "<style>" || tags[2] != "</style>" {
		t.Errorf("%q in %s", tags, head)
	}
}

// Each colour can be read in both themes. In the dark one, black is the darkest: 60 % white in it is #999999.
func TestColoursAreReadable(t *testing.T) {
	for _, pair := range [][2]string{{"#999999", "#272320"}, {"#999999", "#10202e"}} {
		if got := contrast(pair[0], pair[1]); got < minContrast {
			t.Errorf("the contrast of %v is %.1f", pair, got)
		}
	}
	for colour, readable := range map[string]bool{"#000000": true, "#23567f": true, "#8c2417": true, "#0000ff": true, "#777777": false, "#ff0000": false} {
		if style, err := styleOf(colour); (err == nil) != readable || readable && !strings.Contains(style, "--accent:light-dark("+colour) {
			t.Errorf("%s: %s, %v", colour, style, err)
		}
	}
}
