package custom

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// Texts and their canonical forms.
func TestCanonicalText(t *testing.T) {
	for text, want := range map[string]string{
		"custom:depth=7":                                      "custom:depth=7",
		"custom:open3=100,depth=7":                            "custom:depth=7,open3=100",
		"custom:open1=1,open2=10,open3=100,depth=4":           "custom:depth=4,open3=100,open2=10,open1=1",
		"custom:depth=4,open3=5,their3=5":                     "custom:depth=4,open3=5",
		"custom:depth=4,open3=5,their3=0":                     "custom:depth=4,open3=5,their3=0",
		"custom:their3=4,their2=0,open3=5,open2=2,depth=4":    "custom:depth=4,open3=5,open2=2,their3=4,their2=0",
		"custom:centre=3,theircentre=0,depth=1":               "custom:depth=1,centre=3,theircentre=0",
		"custom:depth=2,rows=1,columns=0,diagonals=2,open3=0": "custom:depth=2,columns=0,diagonals=2",
		"custom:name=Été à la mer,margin=5,depth=9":           "custom:depth=9,margin=5,name=Été à la mer",
		"custom:depth=3,open2=-999":                           "custom:depth=3,open2=-999",
	} {
		l, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := l.String(); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
		if again, err := Parse(l.String()); err != nil || again != l {
			t.Errorf("%s is read as %+v, %v, want %+v", l, again, err, l)
		}
	}
}

func TestRefusedTexts(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "is written",
		"easy":                         "is written",
		"custom:":                      "is written",
		"custom:open3=5":               "needs depth=1 to depth=9",
		"custom:depth=0":               `a whole number from 1 to 9, not "0"`,
		"custom:depth=10":              "from 1 to 9",
		"custom:depth=07":              "whole number",
		"custom:depth=+7":              "whole number",
		"custom:depth=":                "whole number",
		"custom:depth":                 "whole number",
		"custom:depth=4,":              `no setting ""`,
		"custom:depth=4, open3=5":      `no setting " open3"`,
		"custom:depth=4,open4=5":       `no setting "open4". The settings are depth, open3,`,
		"custom:depth=4,depth=4":       "depth only once",
		"custom:depth=4,open3=1000":    "from -999 to 999",
		"custom:depth=4,open3=-0":      "whole number",
		"custom:depth=4,rows=10":       "from 0 to 9",
		"custom:depth=4,margin=-1":     "from 0 to 999",
		"custom:depth=4,name=":         "name of a custom level",
		"custom:depth=4,name= a":       "name of a custom level",
		"custom:depth=4,name=a  b":     "name of a custom level",
		"custom:depth=4,name=a=b":      "name of a custom level",
		"custom:depth=4,name=a\u202eb": "name of a custom level",
		"custom:depth=4,name=\xff":     "name of a custom level",
		"custom:depth=4,name=" + strings.Repeat("a", 25): "name of a custom level",
		"custom:depth=4," + strings.Repeat("x", 256):     "at most 256 bytes",
	} {
		_, err := Parse(text)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(refused.Text, want) {
			t.Errorf("%q is refused with %v, want %q", text, err, want)
		}
	}
}

// The longest text that a level can have fits in MaxLength.
func TestLongestTextFits(t *testing.T) {
	side := Side{-999, -999, -999, -999}
	l := Level{
		Depth: 9, Weights: Weights{side, Side{-998, -998, -998, -998}, 9, 9, 9}, Margin: 999,
		Name: strings.Repeat("𐐀", MaxNameLength), // a letter of four bytes
	}
	if text := l.String(); len(text) > MaxLength {
		t.Errorf("%d bytes: %s", len(text), text)
	} else if again, err := Parse(text); err != nil || again != l {
		t.Errorf("read as %+v, %v", again, err)
	}
}

func TestSplit(t *testing.T) {
	for list, want := range map[string][]string{
		"easy,strong":                                   {"easy", "strong"},
		"easy,custom:depth=4,open3=5":                   {"easy", "custom:depth=4,open3=5"},
		"custom:depth=4,open3=5,easy":                   {"custom:depth=4,open3=5", "easy"},
		"custom:depth=4,name=a b,custom:depth=5,rows=2": {"custom:depth=4,name=a b", "custom:depth=5,rows=2"},
		"easy":     {"easy"},
		"easy,a=b": {"easy", "a=b"},
	} {
		if got := Split(list); !slices.Equal(got, want) {
			t.Errorf("%s is split into %q, want %q", list, got, want)
		}
	}
}

// Whatever Parse accepts has a canonical text that is bounded, and is read as the same level.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"custom:depth=7,open3=100,open2=10,open1=1", "custom:depth=5,open3=5,open2=2,their3=4,their2=0,centre=3,theircentre=0",
		"custom:depth=1,rows=0,columns=9,diagonals=2,margin=5,name=L'été 2.0", "custom:depth=10", "custom:,=", "ai:custom:depth=7",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			var refused *Error
			if !errors.As(err, &refused) || refused.Text == "" || len(refused.Text) > 300 {
				t.Fatalf("%q: the error is %#v", text, err)
			}
			return
		}
		written := l.String()
		again, err := Parse(written)
		if err != nil || again != l || again.String() != written || len(written) > MaxLength {
			t.Fatalf("%q is written %q, which is read as %+v, %v", text, written, again, err)
		}
	})
}
