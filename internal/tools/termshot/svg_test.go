package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestDraw(t *testing.T) {
	svg := string(draw("plain \x1b[1m\x1b[91mX\x1b[0m \x1b[7m(O)\x1b[0m\n\x1b[2m│<&\x1b[0m   \n1    22 \n", 20, 3))
	for _, want := range []string{
		`>plain</text>`,
		`<text x="14" y="64" textLength="9" lengthAdjust="spacingAndGlyphs">1</text>`, // columns apart, whatever a browser does with spaces
		`<text x="59" y="64" textLength="18" lengthAdjust="spacingAndGlyphs">22</text>`,
		`fill="#f14c4c" font-weight="bold">X</text>`,
		`fill="#d4d4d4"/>`, // behind the reversed text
		`fill="#1e1e1e">(O)</text>`,
		`opacity="0.55">│&lt;&amp;</text>`,
		`<text x="14" y="46"`, // the second line
		`viewBox="0 0 208 82"`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %s:\n%s", want, svg)
		}
	}
	if strings.ContainsRune(svg, 0x1b) {
		t.Error("the picture has an escape code")
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
