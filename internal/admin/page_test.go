package admin_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/storetest"
)

// On narrow screens each value stands below its column's name, which it carries itself.
// Who is to move is marked in the seat.
func TestRoomsOnThePage(t *testing.T) {
	store := storetest.Open(t)
	some(t, store)
	status, page, _ := fetch(t, "GET", site(t, store).URL+"/")
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, page)
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
			t.Errorf("a room's values are called %v, and the columns %v", got, columns)
		}
		marked := strings.Count(row, `title="is to move"`)
		if isWaiting := strings.Contains(row, "<i>waiting</i>"); isWaiting && marked == 0 {
			waiting++
		} else if !isWaiting && marked == 1 {
			playing++
		} else {
			t.Errorf("%d are to move in %s", marked, row)
		}
	}
	if playing == 0 || waiting == 0 {
		t.Errorf("%d rooms in play and %d that wait: too few to tell", playing, waiting)
	}
	if !strings.Contains(page, `<span role="img" aria-label="is to move" title="is to move">▸</span> AI easy`) {
		t.Errorf("the AI that is waited for is not marked: %s", page)
	}
}
