package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/rules"
)

// game is one connection to a room, of a player or a spectator, over the public protocol: POST
// /api/rooms and the room's websocket.
type game struct {
	t      *testing.T
	ws     *websocket.Conn
	player string
	room   string
	me     int // seat
	random *rand.Rand

	position    rules.Position
	n           uint64    // of the last entry
	myTurn      bool      // it is my turn
	last        int       // the seat that moved last
	aiTurnSince time.Time // when the AI's turn began
	over        bool
	winner      int // seat; 0: a draw
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
	g := c.enterRoom(t, hub, player, variant, room.Room, first)
	g.aiTurnSince = since
	return g
}

// enterRoom connects a player to an existing room.
func (c *cluster) enterRoom(t *testing.T, hub int, player, variant, room string, first bool) *game {
	t.Helper()
	url := strings.Replace(c.hubs[hub], "http://", "ws://", 1) + "/api/rooms/" + room + "/live?proto=1"
	ws, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {"Bearer " + secretOf(player)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = ws.CloseNow() })
	rulesOf, err := rules.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	return &game{
		t: t, ws: ws, player: player, room: room, me: 1, position: rulesOf.Start(), myTurn: first,
		random: rand.New(rand.NewPCG(rand.Uint64(), 1)),
	}
}

// play plays to the end of the game. It returns the time from each of the player's moves to
// the AI's reply.
func (g *game) play(ctx context.Context) (replies []time.Duration) {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 15*waitTimeout)
	defer cancel()
	defer func() { _ = g.ws.Close(websocket.StatusNormalClosure, "") }()
	for g.n == 0 {
		g.read(ctx)
	}
	for !g.over {
		ply := g.position.Ply()
		if g.myTurn {
			g.aiTurnSince = time.Now()
			g.sendMove(ctx)
			g.myTurn = false
		}
		for !g.over && (!g.myTurn || g.position.Ply() == ply) {
			g.read(ctx)
		}
		if g.last != g.me {
			replies = append(replies, time.Since(g.aiTurnSince))
		}
	}
	return replies
}

// sendMove makes a winning move if there is one, else a random move.
func (g *game) sendMove(ctx context.Context) {
	g.t.Helper()
	legal := g.position.Moves(nil)
	choice := legal[g.random.IntN(len(legal))]
	turn := g.position.Turn()
	for _, m := range legal {
		g.position.Play(m)
		if g.position.Outcome().Winner() == turn {
			choice = m
		}
		g.position.Undo()
	}
	frame, _ := json.Marshal(jsonObject{"t": "move", "id": fmt.Sprintf("m%d", g.n), "n": g.n, "move": g.position.FormatMove(choice)})
	if err := g.ws.Write(ctx, websocket.MessageText, frame); err != nil {
		g.t.Fatal(err)
	}
}

// read handles one message.
func (g *game) read(ctx context.Context) {
	g.t.Helper()
	_, frame, err := g.ws.Read(ctx)
	if err != nil {
		g.t.Fatalf("%s, after entry %d: %v", g.player, g.n, err)
	}
	var m struct {
		T       string `json:"t"`
		Code    string `json:"code"`
		Entries []struct {
			N    uint64 `json:"n"`
			Type string `json:"type"`
			Data struct {
				Seat int    `json:"seat"`
				Move string `json:"move"`
				End  *struct {
					Winner int `json:"winner"`
				} `json:"end"`
			} `json:"data"`
		} `json:"entries"`
	}
	if err := json.Unmarshal(frame, &m); err != nil {
		g.t.Fatal(err)
	}
	if m.T == "refused" {
		g.t.Fatalf("%s: the move was refused: %s", g.player, m.Code)
	}
	for _, e := range m.Entries {
		g.n = e.N
		if e.Type != "moved" {
			continue
		}
		move, err := g.position.ParseMove(e.Data.Move)
		if err != nil {
			g.t.Fatal(err)
		}
		g.position.Play(move)
		g.myTurn, g.last = e.Data.Seat != g.me, e.Data.Seat
		if e.Data.End != nil {
			g.over, g.winner = true, e.Data.End.Winner
		}
	}
}
