package chaos

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// load is a running loadgen.
type load struct {
	*process
	json string
}

// report is the report that loadgen writes at its end.
type report struct {
	Moves      int            `json:"moves"`
	Errors     map[string]int `json:"errors"`
	Closes     map[string]int `json:"closes"`
	Reconnects int            `json:"reconnects"`
	Verdict    struct {
		Rooms        int      `json:"rooms"`
		Acknowledged int      `json:"acknowledged"`
		Lost         int      `json:"lost"`
		Doubled      int      `json:"doubled"`
		Gaps         int      `json:"gaps"`
		AfterEnd     int      `json:"after_end"`
		Strangers    int      `json:"strangers"`
		Stuck        int      `json:"stuck"`
		Details      []string `json:"details"`
	} `json:"verdict"`
}

// startLoad starts loadgen, which plays for duration, and then waits until every client has
// every entry.
func startLoad(t *testing.T, r *rand.Rand, urls string, duration time.Duration, flags ...string) *load {
	t.Helper()
	l := &load{json: filepath.Join(t.TempDir(), "report.json")}
	l.process = run(t, "loadgen", append([]string{
		"-url", urls, "-duration", duration.String(), "-settle", "45s", "-think", "50ms",
		"-seed", fmt.Sprint(r.Uint32()), "-json", l.json,
	}, flags...)...)
	return l
}

// playing reports whether loadgen still runs.
func (l *load) playing() bool {
	select {
	case <-l.done:
		return false
	default:
		return true
	}
}

// report waits for the end of loadgen and returns its report.
func (l *load) report() report {
	l.t.Helper()
	status := l.status()
	var r report
	data, err := os.ReadFile(l.json)
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		l.t.Fatalf("loadgen ended with status %d and no report: %v", status, err)
	}
	return r
}

// verdict waits for the end of loadgen and adds the row of the test to the table.
func (l *load) verdict(faults int) report {
	l.t.Helper()
	r, status := l.report(), l.status()
	v := r.Verdict
	table.add(l.t, row{
		faults: faults, acked: v.Acknowledged, lost: v.Lost, doubled: v.Doubled, stuck: v.Stuck,
		detail: fmt.Sprintf("%d rooms, %d reconnects", v.Rooms, r.Reconnects),
	})
	if status != 0 || v.Gaps != 0 || v.AfterEnd != 0 || v.Strangers != 0 {
		l.t.Errorf("loadgen ended with status %d: %+v", status, r)
	}
	return r
}
