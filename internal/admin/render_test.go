package admin

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/names"
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
	for v.Language = range names.Codes {
		page := render(v)
		if strings.Contains(page, "<script") || strings.Contains(page, hostile[:3]) {
			t.Errorf("not escaped:\n%s", page)
		}
		if n := strings.Count(page, "&#34;&#39;&gt;&lt;script&gt;&amp;"); n < 15 {
			t.Errorf("escaped in %d places only:\n%s", n, page)
		}
	}
}

// tag matches what a page says to browsers only. The rest is for people.
var tag = regexp.MustCompile(`<[^>]*?(?:(?:aria-label|title|data-label)="([^"]*)"[^>]*)?>`)

// Whatever the state of a hub, its page in French has no text of the page in English, but for those that are the same.
func TestPageInFrench(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	questions := 3
	players := [2]Player{{Player: room.Player{ID: "x"}, Here: true}, {Player: room.Player{Level: "easy"}}}
	rooms := []Summary{
		{Room: "r1", Damage: "DAMAGE"},
		{Room: "r2", Phase: room.PhaseWaiting, Variant: "force3", Players: [2]Player{players[0], {}}, Since: now, Last: now},
		{Room: "r3", Variant: "force3", Players: players, Game: 2, Turn: 2, AI: "move", AISince: now.Add(-50 * time.Hour), Since: now, Last: now},
		{Room: "r4", Variant: "force3", Players: players, Game: 2, Turn: 1, AI: "advice", AISince: now, Since: now, Last: now},
		{Room: "r5", Variant: "force3", Players: players, AI: "move", Asleep: true, Since: now, Last: now},
	}
	pages := map[string]pageData{
		"idle": {Overview: Overview{Now: now}},
		"busy": {
			Previous: "/?p", Next: "/?n", Every: refreshEvery, Number: 2, Max: MaxListed, Query: Query{AI: true, Phase: "playing"},
			Overview: Overview{
				Now: now, Overdue: []room.ID{"r3"}, Questions: &questions, Process: Process{StoreUp: true, Draining: true, Page: "abc"},
				Page: Page{Rooms: rooms, Cut: true, Away: true},
			},
		},
		"away": {Error: "REFUSED", Overview: Overview{Now: now}},
	}
	same := []string{"Quatre", "Phase", "Version", "page", ", page", ", page 2"}
	for name, v := range pages {
		english := map[string]bool{}
		for _, text := range saidBy(render(v)) {
			english[text] = true
		}
		v.Language = names.French
		page := render(v)
		if !strings.Contains(page, `<html lang="fr">`) {
			t.Errorf("%s: the language is missing", name)
		}
		for _, text := range saidBy(page) {
			isName := strings.Trim(text, "0123456789:-–+?hms UTC·←→●▸") == "" || slices.Contains([]string{"r1", "r2", "r3", "r4", "r5", "force3", "abc", "DAMAGE", "REFUSED", "Quatre –", "JSON", "healthz", "readyz", "pprof"}, text)
			if english[text] && !isName && !slices.Contains(same, text) {
				t.Errorf("%s: the page in French says %q", name, text)
			}
		}
		for _, mark := range []string{"%!", "%s", "%d"} {
			if strings.Contains(page, mark) {
				t.Errorf("%s: %s in %s", name, mark, page)
			}
		}
	}
	v := pages["busy"]
	v.Language = names.French
	for _, want := range []string{"IA facile", "2j02h (coup)", "0s (conseil)", "endormie", "(libre)", "joueur x", `data-label="Place 2"`, `value="playing" selected>en cours`} {
		if !strings.Contains(render(v), want) {
			t.Errorf("the page in French lacks %q: %s", want, render(v))
		}
	}
}

// saidBy returns the texts of a page, with those of attributes.
func saidBy(page string) (texts []string) {
	for _, m := range tag.FindAllStringSubmatch(page, -1) {
		texts = append(texts, m[1])
	}
	for _, text := range tag.Split(page, -1) {
		texts = append(texts, strings.Trim(html.UnescapeString(text), " \n·"))
	}
	return texts
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
