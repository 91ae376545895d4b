package custom

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// texts returns the contents of testdata/levels.json: valid texts with their canonical form, and
// invalid texts with a part of the error. The page's tests read the same file.
func texts(t *testing.T) (texts struct{ Canonical, Refused map[string]string }) {
	raw, err := os.ReadFile("testdata/levels.json")
	if err == nil {
		err = json.Unmarshal(raw, &texts)
	}
	if err != nil || len(texts.Canonical) < 10 || len(texts.Refused) < 20 {
		t.Fatalf("levels.json: %v", err)
	}
	return texts
}

func TestCanonicalText(t *testing.T) {
	for text, want := range texts(t).Canonical {
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
	refused := texts(t).Refused
	refused["custom:depth=4,name=\xff"] = "name of a custom level"
	refused["custom:depth=4,"+strings.Repeat("x", MaxLength)] = "at most 264 bytes"
	for text, want := range refused {
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
		Depth: 9, Weights: Weights{side, Side{-998, -998, -998, -998}, 9, 9, 9}, Margin: 999, First: 1,
		Name: strings.Repeat("𐐀", MaxNameLength), // a letter of four bytes
	}
	if text := l.String(); len(text) > MaxLength {
		t.Errorf("%d bytes: %s", len(text), text)
	} else if again, err := Parse(text); err != nil || again != l {
		t.Errorf("read as %+v, %v", again, err)
	}
}

// A level that Parse accepts must have a canonical text of at most MaxLength bytes, and Parse must
// read the same level from this text.
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
