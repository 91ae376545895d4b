package admin

import (
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Names, variants, errors and addresses come from outside: none of them may become markup.
func TestPageEscapes(t *testing.T) {
	const hostile = `"'><script>&`
	v := pageData{
		Error: hostile, Query: Query{Player: hostile, Variant: hostile}, Previous: hostile, Next: hostile, Toggle: hostile,
		Overview: Overview{
			Process: Process{Name: hostile, Version: hostile, Page: hostile}, Overdue: []room.ID{hostile},
			Page: Page{Rooms: []Summary{
				{Room: hostile, Damage: hostile},
				{Room: hostile, Variant: hostile, AI: hostile, Players: [2]Player{{Player: room.Player{ID: "x", Name: hostile}}, {Player: room.Player{Level: hostile}}}},
			}},
		},
	}
	page := render(v)
	if strings.Contains(page, "<script") || strings.Contains(page, hostile[:3]) {
		t.Errorf("not escaped:\n%s", page)
	}
	if n := strings.Count(page, "&#34;&#39;&gt;&lt;script&gt;&amp;"); n < 15 {
		t.Errorf("escaped in %d places only:\n%s", n, page)
	}
}

// Names from right to left change the order of nothing beside them, on the page and in a terminal.
func TestNamesAreIsolated(t *testing.T) {
	for name, want := range map[string]string{"علي 12": "\u2068علي 12\u2069", "דוד (1)": "\u2068דוד (1)\u2069", "Ana דוד": "\u2068Ana דוד\u2069", "Ana": "Ana", "漢字": "漢字", "🎉": "🎉", "١٢": "\u2068١٢\u2069"} {
		players := [2]Player{{Player: room.Player{ID: "x", Name: name}}, {Player: room.Player{ID: "y", Name: name}}}
		page := Page{Rooms: []Summary{{Room: "r", Players: players, Turn: 2}}}
		var text strings.Builder
		if err := WriteRooms(&text, page, time.Time{}); err != nil {
			t.Fatal(err)
		}
		html := render(pageData{Overview: Overview{Page: page}})
		if strings.Count(text.String(), want+" ") != 2 || strings.Count(html, want+"\n") != 2 || !strings.Contains(text.String(), "seat 2") {
			t.Errorf("%q is shown as %s and %s", name, text.String(), html)
		}
	}
}
