package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// This file is the flood: one address sends as much work for the AI as the hub accepts, while
// clients at other addresses play. The flood begins in the middle of the measured time. The
// latencies before it are the reference.

const (
	floodVariant  = "connect4:15x15:5" // a board on which no search ends early
	floodLevel    = "perfect"          // the level with the longest searches
	floodAskers   = 12                 // concurrent requests for analyses
	floodCreators = 4                  // concurrent requests for rooms
	floodPause    = 100 * time.Millisecond

	// The client addresses in the headers of a proxy: of the flood (RFC 5737) and of all
	// other clients (RFC 2544).
	floodAddress        = "203.0.113.9"
	clientAddressFormat = "198.%d.%d.%d"
)

// phaseLatencies are the latencies of the clients before the flood, or during it.
type phaseLatencies struct{ confirm, opponent, reply histogram }

// flood is the state of the flood. The zero value has not begun.
type flood struct {
	begun           atomic.Int64 // nanoseconds from the start of the run; 0: not begun
	rooms, analyses atomic.Int64 // created rooms and answered analyses
	refused         counter
	quiet, flooded  phaseLatencies
}

// latenciesAt returns the latencies to which a move belongs that was due then.
func (f *flood) latenciesAt(due time.Duration) *phaseLatencies {
	if begun := f.begun.Load(); begun != 0 && int64(due) >= begun {
		return &f.flooded
	}
	return &f.quiet
}

// clientAddress returns the address for clients of a room; "": the address of the connection
// counts.
func (r *run) clientAddress(room int) string {
	if !r.cfg.addressPerRoom {
		return ""
	}
	return fmt.Sprintf(clientAddressFormat, 18+room>>16&1, room>>8&255, room&255)
}

// setAddress sets a request's client address, for a hub that trusts this machine as a proxy.
func setAddress(h http.Header, address string) {
	if address != "" {
		h.Set("X-Forwarded-For", address)
	}
}

// floodFrom waits, and then floods until ctx ends.
func (r *run) floodFrom(ctx context.Context, wait time.Duration) {
	if sleep(ctx, wait); ctx.Err() != nil {
		return
	}
	r.flood.begun.Store(int64(r.now()))
	var left atomic.Int64
	left.Store(int64(r.cfg.floodRooms))
	var all sync.WaitGroup
	for range floodCreators {
		all.Go(func() {
			for ctx.Err() == nil && left.Add(-1) >= 0 {
				r.floodOnce(ctx, "/api/rooms", &r.flood.rooms, map[string]any{
					"id": "c0", "variant": floodVariant, "opponent": "watch", "levels": []string{floodLevel, floodLevel},
				})
			}
		})
	}
	for asker := range floodAskers {
		all.Go(func() {
			const columns = "123456789abcdef"
			for i := 0; ctx.Err() == nil; i++ {
				moves := string([]byte{columns[asker], columns[i%15], columns[i/15%15], columns[i/225%15]})
				r.floodOnce(ctx, "/api/analysis", &r.flood.analyses, map[string]any{"variant": floodVariant, "moves": moves, "wait_ms": 10_000})
			}
		})
	}
	all.Wait()
}

// floodOnce sends a request as a new player at the flood's address, without retries. If it
// succeeds, it adds 1 to done.
func (r *run) floodOnce(ctx context.Context, path string, done *atomic.Int64, body map[string]any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err) // impossible: body has only strings and numbers
	}
	_, err = r.requestOnce(ctx, r.hubURL(0)+path, http.MethodPost, floodAddress, newSecret(), raw)
	var refused *refusal
	switch {
	case err == nil:
		done.Add(1)
		return
	case ctx.Err() != nil:
		return
	case errors.As(err, &refused):
		r.flood.refused.add(refused.Code)
	default:
		r.flood.refused.add("request")
	}
	sleep(ctx, floodPause)
}

// floodReport compares the latencies of all other clients before and during the flood.
type floodReport struct {
	Rooms    int64            `json:"rooms"`
	Analyses int64            `json:"analyses"`
	Refused  map[string]int64 `json:"refused"` // by code
	Confirm  comparison       `json:"confirm_ms"`
	Opponent comparison       `json:"opponent_ms"`
	Reply    comparison       `json:"reply_ms"`
}

// comparison is a latency before and during the flood.
type comparison struct {
	Quiet   latency `json:"quiet"`
	Flooded latency `json:"flooded"`
	Ratio   float64 `json:"p99_ratio"` // Flooded to Quiet; 0: one of them has no measurement
}

func compare(quiet, flooded *histogram) comparison {
	c := comparison{Quiet: quiet.latency(), Flooded: flooded.latency()}
	if c.Quiet.P99 > 0 {
		c.Ratio = c.Flooded.P99 / c.Quiet.P99
	}
	return c
}

func (f *flood) report() *floodReport {
	q, b := &f.quiet, &f.flooded
	return &floodReport{
		Rooms: f.rooms.Load(), Analyses: f.analyses.Load(), Refused: f.refused.all(),
		Confirm: compare(&q.confirm, &b.confirm), Opponent: compare(&q.opponent, &b.opponent), Reply: compare(&q.reply, &b.reply),
	}
}
