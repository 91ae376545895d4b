package upgrade

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
)

// TestSideBySide plays in the same rooms through hubs of both versions. The worker is of one
// version at a time.
func TestSideBySide(t *testing.T) {
	store := redistest.New(t).URL()
	hubs := [2]*hub{}
	for v := range hubs {
		hubs[v] = startHub(t, version(v), redistest.FreeAddr(t), store, "-workers", "0")
	}
	for v, begins := range hubs {
		other := hubs[1-v]
		t.Run("begun by "+version(v).String(), func(t *testing.T) {
			ana, bob := pair(t, begins, other)
			playSeries(t, begins, other, ana, bob)
			compareRecords(t, hubs, ana.Room)
		})
		worker := startWorker(t, version(1-v), store)
		t.Run("answered by the AI of "+version(1-v).String(), func(t *testing.T) {
			ana := join(t, begins, create(t, begins, "ana", object{"opponent": "ai:very-easy"}), "ana")
			moveAgainstAI(ana, "1")
			moveTo(t, ana, other)
			moveAgainstAI(ana, "7")
			sameLog(t, ana.Room, begins, other)
		})
		worker.end()
	}
}

// TestCustomLevel plays against a custom level while hubs and workers of both versions run. If the
// earlier worker does not know custom levels, it must leave the turn to a newer worker and play in
// other rooms.
func TestCustomLevel(t *testing.T) {
	store := redistest.New(t).URL()
	h := startHub(t, this, redistest.FreeAddr(t), store, "-workers", "0")
	startHub(t, earlier, redistest.FreeAddr(t), store, "-workers", "0")
	startWorker(t, earlier, store)
	ana := join(t, h, create(t, h, "ana", object{"opponent": "ai:custom:depth=3,open3=100,open2=10,name=Ada"}), "ana")
	n := ana.Retry("move", object{"move": "1"})
	bob := join(t, h, create(t, h, "bob", object{"opponent": "ai:very-easy"}), "bob")
	moveAgainstAI(bob, "1")
	startWorker(t, this, store)
	ana.Follow(int(n) + 1)
	moveAgainstAI(ana, "7")
}

// pair opens a room with a clock. ana plays through anaHub, bob through bobHub.
func pair(t *testing.T, anaHub, bobHub *hub) (ana, bob *hubtest.Client) {
	t.Helper()
	room := create(t, anaHub, "ana", object{"clock": object{"base": 600_000, "increment": 1000}})
	ana, bob = join(t, anaHub, room, "ana"), join(t, bobHub, room, "bob")
	bob.Retry("sit", object{"name": "Bob"})
	return ana, bob
}

// playSeries plays a game and the beginning of the next one, with commands of many kinds. At
// first ana is connected to anaHub and bob to bobHub. Later both change hubs.
func playSeries(t *testing.T, anaHub, bobHub *hub, ana, bob *hubtest.Client) {
	t.Helper()
	hubtest.PlayOut("4343", ana, bob)
	moveTo(t, ana, bobHub)
	moveTo(t, bob, anaHub)
	bob.Retry("offer", object{"offer": "takeback"})
	ana.Follow(len(bob.Entries))
	ana.Retry("accept", object{"offer": "takeback"})
	bob.Follow(len(ana.Entries))
	bob.Retry("emote", object{"emote": "thanks"})
	hubtest.PlayOut("345", bob, ana)
	sameLog(t, ana.Room, anaHub, bobHub)
	ana.Follow(len(bob.Entries))
	ana.Retry("resign", nil)
	moveTo(t, ana, anaHub)
	ana.Retry("rematch", nil)
	bob.Follow(len(ana.Entries))
	bob.Retry("rematch", nil)
	hubtest.PlayOut("12", ana, bob)
	sameLog(t, ana.Room, anaHub, bobHub)
}

// compareRecords fails unless all hubs return the same record of the first game.
func compareRecords(t *testing.T, hubs [2]*hub, room string) {
	t.Helper()
	var games [2]struct {
		Room  string          `json:"room"`
		Moves json.RawMessage `json:"moves"`
	}
	for i, h := range hubs {
		call(t, h, "ana", "/api/games/"+room+"/1", &games[i])
	}
	if games[0].Room != room || string(games[0].Moves) != string(games[1].Moves) || len(games[0].Moves) == 0 {
		t.Errorf("the hubs return the records %+v and %+v, want the same", games[0], games[1])
	}
}

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
	folder := t.TempDir()
	g := &generator{json: filepath.Join(folder, "report.json")}
	g.process = run(
		t, this, "loadgen", "-url", urls, "-duration", load.String(), "-warmup", "0s", "-settle", "45s", "-think", "20ms",
		"-rooms", strconv.Itoa(loadRooms), "-ai", "4", "-spectators", "1", "-json", g.json, "-history", filepath.Join(folder, "history"),
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
