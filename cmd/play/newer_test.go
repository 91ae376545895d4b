package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// laterEntry returns the entry after entries, as a newer version writes it. rest is its type
// and its data in JSON.
func laterEntry(t *testing.T, entries []entry, rest string) entry {
	t.Helper()
	var e entry
	if err := json.Unmarshal([]byte(`{"at":0,"digest":"0123456789abcdef",`+rest+`}`), &e); err != nil {
		t.Fatal(err)
	}
	e.N = uint64(len(entries)) + 1
	return e
}

func TestEntriesOfALaterVersion(t *testing.T) {
	entries := exampleLog(t, "a game between two people from its first entry to the next game's start")[:7]
	s := newScreen(t, config{}).showLog(ana, entries)
	s.report(entriesReceived{laterEntry(t, entries, `"type":"danced","ignorable":true,"data":{"move":{"seat":[1]}}`)})
	if s.quit || s.m.room.n != 8 || len(s.m.room.moves) != len(foldAll(entries).moves) {
		t.Errorf("ignorable entry: %+v, %q", s.m.room, s.m.fatal)
	}
	for _, rest := range []string{`"type":"danced","data":{"seat":1}`, `"type":"moved","data":{"seat":1,"move":4}`} {
		s := newScreen(t, config{}).showLog(ana, entries)
		s.report(entriesReceived{laterEntry(t, entries, rest)})
		if !s.quit || s.m.room.n != 7 || !strings.Contains(s.m.fatal, "too old for this room") {
			t.Errorf("%s: %d entries, %q", rest, s.m.room.n, s.m.fatal)
		}
	}
}

func TestKnowsEveryTypeOfEntry(t *testing.T) {
	for _, example := range examples(t)["entries"] {
		m, ok := decode(example.payload)
		if !ok || len(m.Entries) == 0 {
			t.Errorf("%s: cannot be decoded", example.name)
		}
		for _, e := range m.Entries {
			if e.tooNew() {
				t.Errorf("%s: %q is unknown", example.name, e.Type)
			}
		}
	}
}
