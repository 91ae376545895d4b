package hub

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

var fillBytes = flag.Int("fill", 2*room.MaxCost, "TestOneAddressCannotFillTheStore: -bytes-per-day-per-address, in `bytes`; the default of hub takes minutes")

// maxGrowth is how much Redis may grow in a day by what one address does, with the default
// of -bytes-per-day-per-address: 100 MB.
const maxGrowth = 100_000_000

// attacker is one address that wants to fill the store.
type attacker struct {
	*served
	clock  *clocktest.Clock
	client *hubtest.Client
	tries  int
}

// post sends a request of a new cookie. It returns the code of a refusal.
func (a *attacker) post(path, body string, answer any) (code string) {
	a.t.Helper()
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Authorization", a.cookie())
	w := httptest.NewRecorder()
	a.hub.Handler().ServeHTTP(w, r)
	var f wire.Failure
	_ = json.Unmarshal(w.Body.Bytes(), &f)
	if answer != nil {
		_ = json.Unmarshal(w.Body.Bytes(), answer)
	}
	if f.Code != "" && w.Header().Get("Retry-After") == "" {
		a.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return f.Code
}

func (a *attacker) cookie() string { return bearer(fmt.Sprintf("attacker-%d-", a.tries)) }

// open creates a room and opens a socket in it.
func (a *attacker) open(body string) (code string) {
	a.t.Helper()
	a.tries++
	if a.client != nil {
		a.client.Drop()
		a.client = nil
	}
	var created struct {
		Room room.ID `json:"room"`
	}
	if code := a.post("/api/rooms", body, &created); code != "" {
		return code
	}
	a.client = a.served.open(fmt.Sprintf("attacker-%d-", a.tries), created.Room)
	return ""
}

// send sends a command. It returns the code of a refusal.
func (a *attacker) send(kind string, more hubtest.Object) string {
	a.t.Helper()
	return a.client.Ask(kind, more).Code
}

// storageAttacks are steps of attacks. Each returns the code of its first refusal.
var storageAttacks = map[string]func(a *attacker, i int) string{
	"rooms": func(a *attacker, i int) string {
		a.tries++
		return a.post("/api/rooms", `{"id":"x","variant":"tictactoe","opponent":"human"}`, nil)
	},
	"pass and play, resigned": func(a *attacker, i int) string {
		if a.client == nil || i%100 == 0 {
			return a.open(aRoom)
		}
		for k := range 4 {
			if code := a.send("move", hubtest.Object{"move": strconv.Itoa(k + 1)}); code == "too_fast" {
				return code
			}
		}
		a.send("resign", nil)
		return a.send("rematch", nil)
	},
	"talk": func(a *attacker, i int) string {
		if a.client == nil || i%30 == 0 {
			return a.open(aRoom)
		}
		first := ""
		for kind, more := range map[string]hubtest.Object{
			"name": {"name": strings.Repeat("<", 24)}, "emote": {"emote": "hello"}, "move": {"move": "4"}, "offer": {"offer": "takeback"},
		} {
			if code := a.send(kind, more); code == "too_fast" || code == "budget_spent" {
				first = code
			}
		}
		return first
	},
	"AI against AI": func(a *attacker, i int) string {
		a.tries++
		return a.post("/api/rooms", `{"id":"x","variant":"connect4:15x15:5","opponent":"watch","levels":["perfect","perfect"]}`, nil)
	},
	"imports": func(a *attacker, i int) string {
		var b strings.Builder
		out := notation.NewWriter(&b, notation.JSON)
		for k := range 50 {
			at := noon.Add(time.Duration(50*i+k)*time.Minute).AddDate(-1, 0, 0)
			_ = out.Write(&room.Record{
				Room: "elsewhere", Game: 1, Variant: "connect4:7x6:4", First: 1, Started: at, Ended: at,
				Players: [2]room.Player{{ID: "x", Name: strings.Repeat("<", 24), Colour: "red"}, {ID: "y", Colour: "blue"}},
				Moves:   strings.Split("1212121", ""), MS: make([]int64, 7), By: 1,
				End: room.Ending{Winner: 1, Reason: room.ReasonLine, Cells: []int{0, 7, 14, 21}},
			})
		}
		_ = out.Close()
		a.tries++
		return a.post("/api/import", b.String(), nil)
	},
}

// An address that does its worst for a day, with any number of cookies, cannot make Redis
// grow by more than maxGrowth. The test grants the address -fill bytes a day instead of the
// default, and compares in proportion. To grant the default:
//
//	go test ./internal/hub -run OneAddressCannotFillTheStore -fill 67108864 -timeout 1h
func TestOneAddressCannotFillTheStore(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	for name, step := range storageAttacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := clocktest.New()
			store := storetest.OpenRedis(t, redistest.New(t).URL())
			s := serve(t, "hub", store, builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.BytesPerDayPerAddress = *fillBytes }))
			a := &attacker{served: s, clock: clock}
			step(a, 0)
			before, refused := usedMemory(t, store), map[string]int{}
			for i, end := 1, clock.Now().Add(24*time.Hour); clock.Now().Before(end); i++ {
				switch code := step(a, i); code {
				case "":
				case "budget_spent":
					refused[code]++
					clock.Add(2 * time.Hour)
				default:
					refused[code]++
					clock.Add(time.Minute)
				}
			}
			grown := usedMemory(t, store) - before
			allowed := int64(maxGrowth * (float64(*fillBytes) / float64(limits.Default().BytesPerDayPerAddress)))
			t.Logf("Redis grew by %d bytes, of %d; refused %v", grown, allowed, refused)
			// With the default other limits may stop the attack before its bytes are spent.
			spent := refused["budget_spent"] > 0 || *fillBytes >= limits.Default().BytesPerDayPerAddress && refused["too_fast"] > 0
			if grown > allowed || !spent {
				t.Errorf("Redis grew by %d bytes, and may by %d; refused %v", grown, allowed, refused)
			}
			var all gamesAnswer
			if s.call("eve", "GET", "/api/games?limit=100", nil, &all); len(all.Games) != 0 {
				t.Errorf("everybody is shown %d games", len(all.Games))
			}
		})
	}
}

func usedMemory(t *testing.T, s storage.Store) int64 {
	t.Helper()
	st, err := s.Status(hubtest.Context(t))
	if err != nil {
		t.Fatal(err)
	}
	return st.Memory.Used
}

// When the budget of an address is spent, its games in progress go on, and other addresses are not
// limited.
func TestSpentBudget(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) {
		l.BytesPerDayPerAddress, l.RoomsPerMinutePerAddress, l.RoomsPerMinutePerPlayer = 2*room.MaxCost, 0, 0
	}))
	id := s.openWith("ana", hubtest.Object{"opponent": "self"})
	ana := s.open("ana", id)
	spend := func(variant string) (n int) {
		for ; n < 10000; n++ {
			body := fmt.Sprintf(`{"id":"%s%d","variant":%q,"opponent":"self"}`, variant, n, variant)
			if status, code := s.postFrom("127.0.0.1:1", "bob", "/api/rooms", body); status == http.StatusTooManyRequests {
				if code != "budget_spent" {
					t.Fatalf("room %d: %s", n, code)
				}
				break
			}
		}
		return n
	}
	if n := spend("connect4:15x15:5"); n < 5 || n > 30 {
		t.Errorf("%d rooms", n)
	}
	spend("tictactoe")
	for ana.Ask("emote", hubtest.Object{"emote": "hello"}).Code != "budget_spent" {
		clock.Add(4 * time.Second) // too few tokens come back
	}
	ana.Refused("budget_spent", "name", hubtest.Object{"name": "Ana"})
	hubtest.PlayOut("1212121", ana)
	ana.Refused("budget_spent", "rematch", nil)
	if status, code := s.postFrom("198.51.100.1:1", "eve", "/api/rooms", aRoom); status != http.StatusCreated {
		t.Errorf("another address: %d %s", status, code)
	}
	clock.Add(time.Hour)
	ana.Must("rematch", nil)
}
