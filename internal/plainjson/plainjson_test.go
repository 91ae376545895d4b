package plainjson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/plainjson"
)

func TestCutString(t *testing.T) {
	if s, rest, ok := plainjson.CutString([]byte(`{"by":"ana ~","n":1}`), `{"by":"`); s != "ana ~" || string(rest) != `,"n":1}` || !ok {
		t.Errorf("CutString returned %q, %q, %v", s, rest, ok)
	}
	for _, text := range []string{"", `{"b`, `{"by":"`, `{"by":"ana`, `{"by": "ana"`, `{"by":"a\na"`, `{"by":"Zoé"`, "{\"by\":\"a\tb\""} {
		if s, rest, ok := plainjson.CutString([]byte(text), `{"by":"`); s != "" || string(rest) != text || ok {
			t.Errorf("CutString of %s returned %q, %q, %v", text, s, rest, ok)
		}
	}
}

func TestCutNumber(t *testing.T) {
	for text, want := range map[string]int64{`:0}`: 0, `:7}`: 7, `:9223372036854775807}`: 1<<63 - 1} {
		if n, rest, ok := plainjson.CutNumber([]byte(text), ":"); n != want || string(rest) != "}" || !ok {
			t.Errorf("CutNumber of %s returned %d, %q, %v", text, n, rest, ok)
		}
	}
	for _, text := range []string{"", ":", ":-1", ": 1", ":01", "1", ":x", ":9223372036854775808"} {
		if n, rest, ok := plainjson.CutNumber([]byte(text), ":"); n != 0 || string(rest) != text || ok {
			t.Errorf("CutNumber of %s returned %d, %q, %v", text, n, rest, ok)
		}
	}
}

func TestUnmarshal(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":"é😀","b":[{"a":1},{"a":2}],"c":{"a":{"a":1}}} `: "",
		`["a","a",{"x":"a"},{"x":"a:"}]`:                      "",
		`"\ud83d\ude00 \\ud83d \u0041\ufffd\uFFFD"`:           "",
		`{"a" : 1 , "\u0041b" : 2}`:                           "",
		"\"Zo\xe9\"":                                          "byte 4: the JSON has bytes that are not UTF-8",
		"{\"\xed\xa0\xbd\":1}":                                "byte 3: the JSON has bytes that are not UTF-8",
		`["\ud83d"]`:                                          "byte 3: the JSON has half of a surrogate pair",
		`"\uDE00\ud83d"`:                                      "byte 2: the JSON has half of a surrogate pair",
		`"\ud83d\ud83d\ude00"`:                                "byte 2: the JSON has half of a surrogate pair",
		`"\ud83d\n"`:                                          "byte 2: the JSON has half of a surrogate pair",
		`{"t":"move","t":"resign"}`:                           `byte 13: the JSON has the key "t" twice`,
		`{"a":{"b":1},"c":[{}],"\u0061":2}`:                   `byte 23: the JSON has the key "a" twice`,
		`[{"a":1,"b":{"x":1, "X" :2}}]`:                       `byte 21: the JSON has the key "X" twice`,
		`{"kind":1,"\u212aind":2}`:                            `byte 11: the JSON has the key "\u212aind" twice`,
		`{"":1,"":2}`:                                         `byte 7: the JSON has the key "" twice`,
		`{"a":1} {}`:                                          "invalid character '{' after top-level value",
		"{" + keys(64) + "}":                                  "",
		"{" + keys(65) + "}":                                  "more than 64 keys",
		"[" + strings.Repeat("{"+keys(64)+"},", 99) + "null]": "",
	} {
		var v any
		err := plainjson.Unmarshal([]byte(text), &v)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.99q: %v, want %s", text, err, want)
		}
	}
	var number struct{ N int }
	if err := plainjson.Unmarshal([]byte(`{"n":"7"}`), &number); err == nil {
		t.Error("no error for a value of another type")
	}
}

// keys returns the members of an object.
func keys(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"k%d":%[1]d`, i)
	}
	return strings.Join(all, ",")
}

// FuzzUnmarshal compares Unmarshal with a plain search for what encoding/json lets pass.
func FuzzUnmarshal(f *testing.F) {
	for _, text := range []string{
		`{"t":"move","T":"resign"}`, `{"a":{"a":[{"a":1},"a"]},"b":"\\\ud83d\ude00"}`, `["\ud83d\u","\"\ude00"]`, "\"\xff\"", `{"\u0061":1,"a":2}`, "1 2", `{"k":1,"\u212a":2}`, `{"s":1,"\u017f":2}`,
	} {
		f.Add([]byte(text))
	}
	pair, half := regexp.MustCompile(`\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\[^u]`), regexp.MustCompile(`\\u[dD][89a-fA-F]`)
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want any
		err := plainjson.Unmarshal(text, &got)
		if json.Unmarshal(text, &want) != nil {
			if err == nil {
				t.Errorf("%q is decoded as %v", text, got)
			}
			return
		}
		lossy := !utf8.Valid(text) || half.Match(pair.ReplaceAll(text, nil)) || hasTwice(json.NewDecoder(strings.NewReader(string(text))))
		var flaw *plainjson.Flaw
		if (err != nil) != lossy || err != nil && (!errors.As(err, &flaw) || flaw.At >= len(text)) {
			t.Errorf("%q: %v, want an error: %v", text, err, lossy)
		}
	})
}

// hasTwice reports whether an object in the next value has a key twice, or more keys than are allowed.
func hasTwice(d *json.Decoder) (found bool) {
	begin, _ := d.Token()
	if begin != json.Delim('{') && begin != json.Delim('[') {
		return false
	}
	var names []string
	for d.More() {
		if begin == json.Delim('{') {
			name, _ := d.Token()
			for _, other := range names {
				found = found || strings.EqualFold(other, name.(string))
			}
			names = append(names, name.(string))
		}
		found = hasTwice(d) || found
	}
	_, _ = d.Token()
	return found || len(names) > 64
}
