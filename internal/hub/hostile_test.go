package hub

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

var hostileFrames = flag.Int("hostile", 100_000, "TestHostileFrames: how many `frames`")

// hostile returns a frame that the room must refuse. One in ten cannot be decoded.
func hostile(rng *rand.Rand, i int) string {
	junk := make([]byte, rng.IntN(60))
	for j := range junk {
		junk[j] = byte(rng.Uint32())
	}
	if i%10 == 9 {
		forms := []string{
			"", "{", "null", "[]", "{}", `{"t":`, `{"t":"move","id":"x","n":1}`, `{"t":"no","id":"x"}`, `{"t":"claim","result":"all"}`,
			`{"t":"ping","n":-1}`, `{"t":"ping","id":7}`, strings.Repeat("[", 2000), strings.Repeat(`{"t":`, 500), "\xff\xfe" + string(junk), string(junk) + "\x00",
		}
		return forms[rng.IntN(len(forms))]
	}
	forms := []string{
		`{"t":"move","id":"%d","n":18446744073709551615,"move":"4"}`, `{"t":"move","id":"%d","n":0,"move":"\u0000"}`, `{"t":"move","id":"%d","n":0,"move":"\ud800"}`,
		`{"t":"sit","id":"%d","name":"` + strings.Repeat("é", 500) + `"}`, `{"t":"emote","id":"%d","emote":"<script>"}`,
		`{"t":"pace","id":"%d","ms":-9223372036854775808}`, `{"t":"invite","id":"%d","level":"\"}"}`, `{"t":"resign","id":"%d"}`,
		`{"t":"offer","id":"%d","offer":"world"}`, `{"t":"name","id":"%d","seat":99}`, `{"t":"ping","id":"%d","id":"` + strings.Repeat("y", 900) + `"}`,
	}
	return fmt.Sprintf(forms[rng.IntN(len(forms))], i)
}

// TestHostileFrames sends nonsense to a room through several sockets, while games are played
// in another room. To send a million frames:
//
//	go test ./internal/hub -run HostileFrames -hostile 1000000
//
// The hub must not panic, no goroutine of the attackers' sockets may be left, the attacked
// room must not have changed, and the games must go on.
func TestHostileFrames(t *testing.T) {
	frames := *hostileFrames
	if testing.Short() {
		frames /= 50
	}
	s := serve(t, "hub", storetest.Open(t), builtPage)
	target, ana, bob := seated(t, s, s)
	none := func() bool { return s.hub.sockets.Len() == 0 }
	ana.Drop()
	bob.Drop()
	hubtest.Await(t, "both players to leave", none)
	before := runtime.NumGoroutine()

	const attackers = 4
	var sent, games atomic.Int64
	var attack sync.WaitGroup
	for a := range attackers {
		attack.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(a), 5))
			for sent.Load() < int64(frames) {
				sent.Add(int64(s.flood(fmt.Sprint("eve", a), target, rng)))
			}
		})
	}
	over := make(chan struct{})
	go func() { attack.Wait(); close(over) }()
	for playing := true; playing; games.Add(1) {
		s.playElsewhere(int(games.Load()))
		select {
		case <-over:
			playing = false
		default:
		}
	}
	t.Logf("%d frames, and %d games in another room meanwhile", sent.Load(), games.Load())

	hubtest.Await(t, "the attackers' sockets to be gone", none)
	hubtest.Await(t, "the attackers' goroutines to end", func() bool { return runtime.NumGoroutine() <= before+2 })
	if s.refusals("malformed") == 0 || s.refusals("not_your_seat") == 0 {
		t.Error("no hostile frame has arrived")
	}
	ana, bob = s.resume("ana", target, ana.Entries), s.resume("bob", target, bob.Entries)
	hubtest.PlayOut("4", ana, bob)
	if n := len(ana.Entries); n != 3 {
		t.Errorf("the room that was attacked has %d entries, want 3", n)
	}
}

// flood opens a socket, sends hostile frames until the hub closes it, and returns how many it
// has sent.
func (s *served) flood(player string, id room.ID, rng *rand.Rand) (sent int) {
	ctx, cancel := context.WithTimeout(context.Background(), hubtest.Patience)
	defer cancel()
	ws, err := s.dial(player, id, "")
	if err != nil {
		s.t.Error(err)
		return 1 << 30
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(1 << 20)
	var reader sync.WaitGroup
	reader.Go(func() { // otherwise the outbox would be full at once
		for {
			if _, _, err := ws.Read(ctx); err != nil {
				return
			}
		}
	})
	defer reader.Wait()
	for {
		frame := hostile(rng, sent)
		kind := websocket.MessageText
		if rng.IntN(50) == 0 {
			kind = websocket.MessageBinary
		}
		if ws.Write(ctx, kind, []byte(frame)) != nil {
			return sent + 1
		}
		sent++
	}
}

// playElsewhere plays a whole game in a room of its own.
func (s *served) playElsewhere(n int) {
	s.t.Helper()
	player := fmt.Sprint("zoe", n)
	c := s.open(player, s.openWith(player, hubtest.Object{"opponent": "self"}))
	hubtest.PlayOut("4343434", c)
	if last, ok := c.Entries[len(c.Entries)-1].Event.(room.Moved); !ok || last.End == nil {
		s.t.Errorf("a game in another room ends with %+v", c.Entries[len(c.Entries)-1].Event)
	}
	c.Goodbye()
}
