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
