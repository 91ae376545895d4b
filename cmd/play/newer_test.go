package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

// laterEntry returns the entry after entries, as a newer version writes it. rest is its type
// and its data in JSON.
func laterEntry(entries []room.Entry, rest string) room.Entry {
	return decodeEntry(fmt.Appendf(nil, `{"n":%d,"at":0,%s,"digest":"0123456789abcdef"}`, len(entries)+1, rest))
}

func TestEntriesOfALaterVersion(t *testing.T) {
	entries := exampleLog(t, "a game between two people from its first entry to the next game's start")[:7]
	s := newScreen(t, config{}).showLog(ana, entries)
	s.report(entriesReceived{laterEntry(entries, `"type":"danced","ignorable":true,"data":{"move":{"seat":[1]}}`)})
	if s.quit || s.m.room.N != 8 || len(s.m.room.Moves) != 4 {
		t.Errorf("ignorable entry: %+v, %q", s.m.room, s.m.fatal)
	}
	for _, rest := range []string{`"type":"danced","data":{"seat":1}`, `"type":"moved","data":{"seat":1,"move":4}`} {
		s := newScreen(t, config{}).showLog(ana, entries)
		s.report(entriesReceived{laterEntry(entries, rest)})
		if !s.quit || s.m.room.N != 7 || !strings.Contains(s.m.fatal, "too old for this room") {
			t.Errorf("%s: %d entries, %q", rest, s.m.room.N, s.m.fatal)
		}
	}
}
