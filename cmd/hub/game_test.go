package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
)

// game is a player of seat 1 against the AI, over the public protocol.
type game struct {
	*hubtest.Client
	t           *testing.T
	state       *room.State
	random      *rand.Rand
	aiTurnSince time.Time // when the AI's turn began
}

// startGame creates a room against an AI. If first is true, the player moves first.
func (c *cluster) startGame(t *testing.T, hub int, player, variant, level string, first bool) *game {
	t.Helper()
	starter := "other"
	if first {
		starter = "me"
	}
	var room struct {
		Room string `json:"room"`
		Code string `json:"code"`
	}
	since := time.Now()
	id := fmt.Sprintf("c%d", rand.Uint64())
	status, err := c.post(t.Context(), hub, player, "/api/rooms",
		jsonObject{"id": id, "variant": variant, "opponent": "ai:" + level, "starter": starter}, &room)
	if err != nil || status != http.StatusCreated {
		t.Fatalf("no room: %d %s, %v", status, room.Code, err)
	}
	g := c.enterRoom(t, hub, player, room.Room)
	g.aiTurnSince = since
	return g
}

// enterRoom connects a player to an existing room, and reads its first entry.
func (c *cluster) enterRoom(t *testing.T, hub int, player, id string) *game {
	t.Helper()
	g := &game{
		Client: hubtest.Join(t, c.hubs[hub], id, player), t: t, state: &room.State{},
		random: rand.New(rand.NewPCG(rand.Uint64(), 1)),
	}
	g.Follow(1)
	g.fold()
	return g
}

// fold folds the entries that were received.
func (g *game) fold() {
	g.t.Helper()
	for g.state.N < g.N() {
		if err := g.state.ApplyPublic(g.Entries[g.state.N]); err != nil {
			g.t.Fatal(err)
		}
	}
}

func (g *game) over() bool { return g.state.End != nil }

// play plays to the end of the game. It returns the time from each of the player's moves to
// the AI's reply.
func (g *game) play(ctx context.Context) (replies []time.Duration) {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 15*waitTimeout)
	defer cancel()
	defer g.Goodbye()
	for !g.over() {
		g.turn(ctx)
		if g.state.EndedBy != 1 {
			replies = append(replies, time.Since(g.aiTurnSince))
		}
	}
	return replies
}

// turn makes a move if it is the player's turn, and waits for the AI's reply. The move wins if
// there is one that wins, else it is random.
func (g *game) turn(ctx context.Context) {
	g.t.Helper()
	if g.state.Turn() == 1 {
		position := g.state.Position
		legal := position.Moves(nil)
		choice := legal[g.random.IntN(len(legal))]
		turn := position.Turn()
		for _, m := range legal {
			position.Play(m)
			if position.Outcome().Winner() == turn {
				choice = m
			}
			position.Undo()
		}
		g.aiTurnSince = time.Now()
		m, err := g.Send(ctx, "move", hubtest.Object{"move": position.FormatMove(choice)})
		if err != nil || m.T != "ok" {
			g.t.Fatalf("%s, after entry %d: %+v, %v", g.Player, g.N(), m, err)
		}
		g.fold()
	}
	for !g.over() && g.state.Turn() != 1 {
		if _, err := g.Receive(ctx); err != nil {
			g.t.Fatalf("%s, after entry %d: %v", g.Player, g.N(), err)
		}
		g.fold()
	}
}
