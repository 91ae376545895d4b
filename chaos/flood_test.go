package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
)

const (
	floodRooms   = 300 // rooms of AI against AI
	floodAskers  = 12  // players who ask for analyses at the same time
	floodReplies = 250 // measured replies of an easy AI, in each phase
	maxSlowdown  = 3   // max p99 of the replies, as a multiple of that without a flood
	floodTries   = 3   // measurements during a flood: another program on this machine may have delayed some replies
)

// TestFlood runs one worker that searches one position at a time. One address floods it within
// the default limits. It opens rooms of AI against AI at the slowest level, or it asks for
// analyses, each as a new player. Meanwhile a player at another address plays against an easy AI. The p99 of the AI's
// replies is at most maxSlowdown times that without a flood.
func TestFlood(t *testing.T) {
	for name, flood := range map[string]struct {
		run   func(context.Context, *hub)
		queue float64 // number of queued turns and analyses from which the replies are measured
	}{
		"Machine":  {floodWithRooms, floodRooms * 9 / 10},
		"Analyses": {floodWithAnalyses, floodAskers / 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t, 0, 1)
			h := newHub(t, s.redis.URL(), "-workers", "0", "-trusted-proxies", "127.0.0.0/8")
			idle := replyP99(t, h, "idle")
			ctx, cancel := context.WithCancel(t.Context())
			var over sync.WaitGroup
			over.Go(func() { flood.run(ctx, h) })
			defer over.Wait()
			defer cancel()
			await(t, "the flood", func() bool { return h.metric("quatre_ai_jobs")+h.metric("quatre_ai_questions") >= flood.queue })
			var busy time.Duration
			for try := range floodTries {
				if busy = replyP99(t, h, fmt.Sprint("busy", try)); busy <= maxSlowdown*idle {
					break
				}
			}
			detail := fmt.Sprintf("p99 of a reply: %v idle, %v during the flood", idle, busy)
			table.add(t, row{faults: 1, acked: 2 * floodReplies, detail: detail})
			if busy > maxSlowdown*idle {
				t.Error(detail)
			}
		})
	}
}

// requestFrom sends a request with a client's address, as a trusted proxy would forward it.
func requestFrom(ctx context.Context, address, player, url string, body any, answer any) (status int, err error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(raw))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", hubtest.Bearer(player))
	req.Header.Set("X-Forwarded-For", address)
	resp, err := web.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, json.NewDecoder(resp.Body).Decode(answer)
}

func createFrom(t *testing.T, ctx context.Context, h *hub, address, player string, body object) string {
	t.Helper()
	var answer struct{ Room, Code string }
	status, err := requestFrom(ctx, address, player, h.url()+"/api/rooms", body, &answer)
	if err != nil || status != http.StatusCreated {
		t.Fatalf("POST /api/rooms: %d %s %v", status, answer.Code, err)
	}
	return answer.Room
}

// floodWithRooms opens rooms of AI against AI. The board is too large to solve, and small enough
// that the bytes of one address pay for all rooms. Its players open one room each, and the others when
// the hub has known them long enough to grant each of them a share of what the address may do.
func floodWithRooms(ctx context.Context, h *hub) {
	const players = floodRooms / 20
	for i := range floodRooms {
		if i == players {
			time.Sleep(2 * time.Second)
		}
		var answer object
		_, _ = requestFrom(ctx, "203.0.113.9", fmt.Sprintf("flooder%d-", i%players), h.url()+"/api/rooms", object{
			"id": fmt.Sprint("flood", i), "variant": "connect4:9x9:5", "opponent": "watch", "levels": []string{"perfect", "perfect"},
		}, &answer)
	}
}

// floodWithAnalyses asks for analyses until ctx ends.
func floodWithAnalyses(ctx context.Context, h *hub) {
	const columns = "123456789abcdef"
	var askers sync.WaitGroup
	for a := range floodAskers {
		askers.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				moves := string([]byte{columns[a], columns[i%15], columns[i/15%15]})
				var answer object
				_, _ = requestFrom(ctx, "203.0.113.9", fmt.Sprintf("asker%d-%d-", a, i), h.url()+"/api/analysis",
					object{"variant": "connect4:15x15:5", "moves": moves, "wait_ms": 10_000}, &answer)
			}
		})
	}
	askers.Wait()
}

// replyP99 plays against an easy AI, and returns the time within which 99 % of the
// replies come.
func replyP99(t *testing.T, h *hub, name string) time.Duration {
	t.Helper()
	var took []time.Duration
	for k := 0; len(took) < floodReplies; k++ {
		player := fmt.Sprintf("%s%d", name, k)
		room := createFrom(t, t.Context(), h, "192.0.2.7", player, object{
			"id": "c0", "variant": "connect4:15x15:5", "opponent": "ai:easy", "starter": "me",
		})
		c := hubtest.Join(t, h.url(), room, player)
		c.Follow(1)
		for i := 0; len(took) < floodReplies; i++ {
			column := "18f3b6d2a4e5c79"[i%15]
			begin := time.Now()
			f, err := c.Send(hubtest.Context(t), "move", object{"move": string(column)})
			if err != nil || f.T != "ok" {
				break // the column is full, or the socket has sent enough frames
			}
			if isOver(c.Entries[len(c.Entries)-1]) {
				break
			}
			reply := f.N + 1
			c.Follow(int(reply))
			took = append(took, time.Since(begin))
			if isOver(c.Entries[len(c.Entries)-1]) {
				break
			}
		}
		c.Goodbye()
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}

func isOver(e room.Entry) bool {
	moved, ok := e.Event.(room.Moved)
	return ok && moved.End != nil
}
