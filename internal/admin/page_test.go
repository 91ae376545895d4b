package admin_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/storetest"
)

// Every value carries the name of its column, which narrow screens show. The seat of the
// player to move is marked.
func TestRoomsOnThePage(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	status, page, _ := request(t, "GET", startSite(t, store).URL+"/")
	if status != http.StatusOK {
		t.Fatalf("the page: %d %s", status, page)
	}
	find := func(pattern, in string) (found []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(in, -1) {
			found = append(found, m[1])
		}
		return found
	}
	columns := find(`<th[^>]*>([^<]+)`, page)
	playing, waiting := 0, 0
	for _, row := range strings.Split(page, "<tr>")[2:] {
		row, _, _ = strings.Cut(row, "</tr>")
		if strings.Contains(row, "damaged") {
			continue
		}
		if got := find(`data-label="([^"]+)"`, row); !slices.Equal(got, columns[1:]) {
			t.Errorf("a room's values are labelled %v, the columns %v", got, columns)
		}
		marked := strings.Count(row, `title="is to move"`)
		if isWaiting := strings.Contains(row, "<i>waiting</i>"); isWaiting && marked == 0 {
			waiting++
		} else if !isWaiting && marked == 1 {
			playing++
		} else {
			t.Errorf("%d players to move in %s", marked, row)
		}
	}
	if playing == 0 || waiting == 0 {
		t.Errorf("%d rooms playing and %d waiting: the test needs both", playing, waiting)
	}
	if !strings.Contains(page, `<span role="img" aria-label="is to move" title="is to move">▸</span> AI easy`) {
		t.Errorf("the AI to move is not marked: %s", page)
	}
}

// What a browser in French reads is in French: the page, its refusals and the answers to actions. JSON is not.
func TestSiteInFrench(t *testing.T) {
	store := storetest.Open(t)
	fillStore(t, store)
	server := startSite(t, store)
	for _, c := range []struct{ method, path, want string }{
		{"GET", "/", `<html lang="fr">`},
		{"GET", "/", "Parties de tout le service"},
		{"GET", "/?idle=x", "il faut une durée comme 10m"},
		{"GET", "/?players=bob", "il n’y a pas de paramètre \"players\"\u202f; il y a phase"},
		{"GET", "/?page=%25zz;", "requête "},
		{"GET", "/rooms?idle=x", "must be a time such as 10m"},
		{"GET", "/rooms/nowhere", "room: not found"},
		{"GET", "/rooms/series", "rematch"},
		{"GET", "/backup", "n’est pas un fichier"},
		{"POST", "/rooms/nowhere/end", "il n’y a pas de telle partie ("},
		{"POST", "/rooms/series/end?reason=" + strings.Repeat("x", 300), "Un motif a au plus 200 caractères"},
		{"POST", "/rooms/series/end?reason=%zz", "formulaire illisible\u202f: "},
		{"POST", "/rooms/series/end", "la partie series est fermée\u202f: entrée "},
		{"POST", "/rooms/series/end", "Cette partie est fermée."},
	} {
		if _, body, _ := request(t, c.method, server.URL+c.path, "Accept-Language", "de, fr-CA;q=0.8, en;q=0.5"); !strings.Contains(body, c.want) {
			t.Errorf("%s %s: %s, want %q", c.method, c.path, body, c.want)
		}
	}
	away := startSite(t, awayStore{store})
	if _, body, _ := request(t, "GET", away.URL+"/", "Accept-Language", "fr"); !strings.Contains(body, "ne répond pas") || !strings.Contains(body, `lang="en">connection refused`) {
		t.Errorf("the page without its store: %s", body)
	}
}
