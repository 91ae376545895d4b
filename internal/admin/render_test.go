package admin

import (
	"strings"
	"testing"

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
