package room_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
)

// mustRefuse fails unless err is a refusal with a code and a text.
func mustRefuse(t *testing.T, err error) {
	t.Helper()
	var refusal *room.Refusal
	if !errors.As(err, &refusal) || refusal.Code == "" || refusal.Text == "" {
		t.Fatalf("got error %#v, want a refusal with a code and a text", err)
	}
}

// FuzzAnalysisJSON decodes any text as an answer. Decoding fails, or the answer is valid, has one
// JSON form and is no improvement of itself.
func FuzzAnalysisJSON(f *testing.F) {
	for _, text := range []string{
		`{"done":true,"value":{"low":null,"high":null,"estimate":0},"moves":null,"depth":0,"nodes":0}`,
		`{"done":false,"value":{"low":{"result":"draw"},"high":{"result":"win","plies":7},"estimate":12},"moves":[{"move":"4","value":{"low":{"result":"loss","plies":0},"high":{"result":"loss","plies":2},"estimate":-100}}],"depth":3,"nodes":99}`,
		`{"value":{"low":{"result":"win","plies":-1}}}`,
		`{"value":{"low":{"result":"lost"}}}`,
		`{"value":{"estimate":101}}`,
		`{"value":null,"moves":[{"value":null}]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var a analysis.Answer
		if json.Unmarshal(data, &a) != nil {
			return
		}
		if !a.Value.Valid() {
			t.Fatalf("%s is decoded with the invalid value %+v", data, a.Value)
		}
		for _, m := range a.Moves {
			if !m.Value.Valid() {
				t.Fatalf("%s is decoded with the invalid move %+v", data, m)
			}
		}
		if a.Improves(&a) {
			t.Fatalf("%s counts as an improvement of itself", data)
		}
		if a.Life() <= 0 {
			t.Fatalf("%s is kept for %v, want a positive duration", data, a.Life())
		}
		once, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var b analysis.Answer
		if err := json.Unmarshal(once, &b); err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		if twice, err := json.Marshal(b); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s is encoded as %s, and that is decoded and encoded as %s, error %v", data, once, twice, err)
		}
	})
}

// FuzzGameID checks that ParseGameID accepts one text for each game.
func FuzzGameID(f *testing.F) {
	for _, text := range []string{"abcdef/1", "abcdef/12", "abcdef/01", "abcdef/0", "abcdef/-1", "/1", "a/b/1", "é/1", "abcdef", "a/99999999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := room.ParseGameID(text)
		if err != nil {
			return
		}
		if id.String() != text || id.Game < 1 || !id.Room.Valid() {
			t.Errorf("%q is read as %+v", text, id)
		}
	})
}
