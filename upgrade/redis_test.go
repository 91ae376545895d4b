package upgrade

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// TestRollingUpgrade replaces all processes under load, one after the other, and then rolls
// some of them back.
func TestRollingUpgrade(t *testing.T) {
	redis := redistest.New(t)
	store := redis.URL()
	addrs := [2]string{redistest.FreeAddr(t), redistest.FreeAddr(t)}
	var hubs [2]*hub
	for i, addr := range addrs {
		hubs[i] = startHub(t, earlier, addr, store, "-workers", "0")
	}
	worker := startWorker(t, earlier, store)
	generated := startLoad(t, "http://"+addrs[0]+",http://"+addrs[1], redis)
	replaced, underLoad := 0, 0
	count := func() {
		replaced++
		if generated.running() {
			underLoad++
		}
	}
	rollHub := func(i int, v version) {
		hubs[i].end()
		hubs[i] = startHub(t, v, addrs[i], store, "-workers", "0")
		count()
	}
	rollWorker := func(v version) {
		next := startWorker(t, v, store)
		worker.end()
		worker = next
		count()
	}
	rollHub(0, this)
	rollWorker(this)
	rollHub(1, this)
	rollHub(0, earlier)
	rollWorker(earlier)
	rollHub(0, this)
	generated.verdict()
	t.Logf("%d of %d processes were replaced under load", underLoad, replaced)
	if underLoad == 0 {
		t.Error("the load was over before any process was replaced: -load is too short")
	}
}

// generator is a running loadgen.
type generator struct {
	*process
	json string // path of the report
}

// loadRooms is the number of rooms in which loadgen plays.
const loadRooms = 30

// startLoad starts loadgen and waits until it plays.
func startLoad(t *testing.T, urls string, redis *redistest.Server) *generator {
	t.Helper()
	g := &generator{json: filepath.Join(t.TempDir(), "report.json")}
	g.process = run(
		t, this, "loadgen", "-url", urls, "-duration", load.String(), "-settle", "45s", "-think", "20ms",
		"-rooms", strconv.Itoa(loadRooms), "-ai", "4", "-spectators", "1", "-json", g.json,
	)
	await(t, "loadgen to open its rooms", func() bool {
		keys, err := redis.Do("DBSIZE")
		n, bad := strconv.Atoi(strings.Trim(keys, ":\r\n"))
		return err == nil && bad == nil && n >= loadRooms
	})
	return g
}

// verdict waits for the end of loadgen, and checks its report: nothing is lost, doubled or stuck.
func (g *generator) verdict() {
	g.t.Helper()
	status := g.status()
	var report struct {
		Moves, Reconnects int
		Verdict           struct {
			Rooms, Acknowledged, Lost, Doubled, Gaps, Strangers, Stuck int
		}
	}
	data, err := os.ReadFile(g.json)
	if err == nil {
		err = json.Unmarshal(data, &report)
	}
	if err != nil {
		g.t.Fatalf("loadgen ended with status %d and no report: %v\n%s", status, err, g.log)
	}
	v := report.Verdict
	g.t.Logf("%d rooms, %d acknowledged commands, %d reconnects; %d lost, %d doubled, %d stuck", v.Rooms, v.Acknowledged, report.Reconnects, v.Lost, v.Doubled, v.Stuck)
	if status != 0 || v.Lost+v.Doubled+v.Gaps+v.Strangers+v.Stuck != 0 {
		g.t.Errorf("loadgen ended with status %d: %s", status, data)
	}
	if v.Acknowledged == 0 || report.Reconnects == 0 {
		g.t.Error("loadgen had no command acknowledged, or never reconnected")
	}
}
