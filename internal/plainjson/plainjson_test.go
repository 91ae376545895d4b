package plainjson_test

import (
	"testing"

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
