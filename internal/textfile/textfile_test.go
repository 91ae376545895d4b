package textfile_test

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/quatre/quatre/internal/textfile"
)

const limit = 1 << 16

func read(t *testing.T, r io.Reader) (all []string) {
	t.Helper()
	s := textfile.NewScanner(r, limit)
	for s.Scan() {
		all = append(all, s.Text())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestLines(t *testing.T) {
	for text, want := range map[string][]string{
		"":                          nil,
		"44\n45\n":                  {"44", "45"},
		"44\n45":                    {"44", "45"},
		"44\r\n45\r\n":              {"44", "45"},
		"44\r45\r":                  {"44", "45"},
		"44\r45":                    {"44", "45"},
		"44\r\n45\n46\r47":          {"44", "45", "46", "47"},
		"\ufeff44\n\ufeff45":        {"44", "\ufeff45"},
		"\ufeff":                    {""},
		"44 \t\n45\u00a0\r\n 46 ":   {"44", "45", " 46"},
		"\n\n44\r\r45\r\n\r\n46\n ": {"", "", "44", "", "45", "", "46", ""},
		"\r":                        {""},
		"\r\n":                      {""},
		"\n\r":                      {"", ""},
	} {
		for how, r := range map[string]io.Reader{"at once": strings.NewReader(text), "bytewise": iotest.OneByteReader(strings.NewReader(text))} {
			if got := read(t, r); !slices.Equal(got, want) {
				t.Errorf("%q, read %s, has the lines %q, want %q", text, how, got, want)
			}
		}
	}
}

// A line does not wait for the first byte of the next one.
func TestLineIsReturnedAtItsEnd(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		in, typed := io.Pipe()
		s := textfile.NewScanner(in, limit)
		for _, line := range []string{"4", "", "5"} {
			go func() { _, _ = io.WriteString(typed, line+end) }()
			if !s.Scan() || s.Text() != line {
				t.Errorf("line %q with end %q is read as %q, %v", line, end, s.Text(), s.Err())
			}
		}
	}
}

// FuzzLines compares the lines with those that a plain replacement of their ends gives.
func FuzzLines(f *testing.F) {
	for _, text := range []string{"", "44\n45", "44\r45\r\n\n", "\ufeff44 \r", "\r\n\r\r\n", "\xff\r\u2028\n"} {
		f.Add([]byte(text))
	}
	ends := regexp.MustCompile("\r\n|\r|\n")
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) >= limit {
			t.Skip()
		}
		want := ends.Split(strings.TrimPrefix(string(text), "\ufeff"), -1)
		if last := len(want) - 1; want[last] == "" && !bytes.Equal(text, []byte("\ufeff")) {
			want = want[:last]
		}
		for i := range want {
			want[i] = strings.TrimSpace("|" + want[i])[1:]
		}
		for how, r := range map[string]io.Reader{"at once": bytes.NewReader(text), "bytewise": iotest.OneByteReader(bytes.NewReader(text))} {
			if got := read(t, r); !slices.Equal(got, want) {
				t.Errorf("%q, read %s, has the lines %q, want %q", text, how, got, want)
			}
		}
	})
}
