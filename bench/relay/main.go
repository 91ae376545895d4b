// Command relay is a minimal game server. Command bench compares the hub with it. It
// uses github.com/coder/websocket, keeps a slice of moves for each room in memory, and sends
// two small JSON frames a move: `ok` to the sender and `entries` to the others. It has no
// players, and without -redis no rules and no store.
//
// Each socket has one goroutine, which reads moves from it and writes them to all sockets of
// the room.
//
// With -redis it does the least that a durable relay must do: see durable.go.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/rules"
)

// game is the game that is played with -redis. Without -redis the relay knows no rules.
var game, _ = rules.Parse("connect4:7x6:4") // a known game

// relay holds all rooms.
type relay struct {
	mu      sync.Mutex
	rooms   map[string]*room
	durable *durable // with -redis
}

// room holds the moves, as encoded frames, and the sockets that receive them.
type room struct {
	id string

	mu    sync.Mutex
	moves [][]byte
	conns []*websocket.Conn

	// with -redis, used by durable.run only
	position rules.Position
	digest   string // of the last entry
}

func main() {
	addr := flag.String("addr", ":8080", "`address` to serve on")
	redisAddr := flag.String("redis", "", "`address` of a Redis that keeps the moves; empty: memory only")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := serve(ctx, *addr, *redisAddr)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "relay: %v\n", err)
		os.Exit(1)
	}
}

// serve serves until ctx ends.
func serve(ctx context.Context, addr, redisAddr string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://localhost:%d\n", l.Addr().(*net.TCPAddr).Port)
	r := &relay{rooms: map[string]*room{}}
	if redisAddr != "" {
		r.durable = newDurable(ctx, redisAddr)
		defer func() { <-r.durable.done }()
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/rooms", r.create)
	mux.HandleFunc("GET /api/rooms/{room}/live", r.live)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	r.closeAll()
	err = server.Shutdown(context.Background())
	if served := <-done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

func (r *relay) create(w http.ResponseWriter, _ *http.Request) {
	id := strings.ToLower(rand.Text())
	r.mu.Lock()
	r.rooms[id] = &room{id: id}
	r.mu.Unlock()
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, `{"room":%q}`, id)
}

// live serves one socket from its opening to its end.
func (r *relay) live(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	rm := r.rooms[req.PathValue("room")]
	r.mu.Unlock()
	ws, err := websocket.Accept(w, req, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has sent an HTTP error
	}
	defer ws.CloseNow()
	if rm == nil {
		_ = ws.Close(4004, "there is no such room")
		return
	}
	after, _ := strconv.Atoi(req.URL.Query().Get("after"))
	rm.join(ws, after)
	defer rm.leave(ws)
	for {
		_, frame, err := ws.Read(context.Background())
		if err != nil {
			return
		}
		var m struct{ ID, Move string }
		switch {
		case json.Unmarshal(frame, &m) != nil || m.Move == "":
		case r.durable != nil:
			r.durable.send(move{rm, ws, m.ID, m.Move})
		default:
			rm.play(move{rm, ws, m.ID, m.Move})
		}
	}
}

// join sends a socket the moves that it lacks, and subscribes it to later ones.
func (rm *room) join(ws *websocket.Conn, after int) {
	rm.mu.Lock()
	defer rm.mu.Unlock()
	after = min(max(after, 0), len(rm.moves))
	write(ws, fmt.Appendf(nil, `{"t":"welcome","proto":1,"from":%d,"n":%d}`, after, len(rm.moves)))
	for _, frame := range rm.moves[after:] {
		write(ws, frame)
	}
	rm.conns = append(rm.conns, ws)
}

func (rm *room) leave(ws *websocket.Conn) {
	rm.mu.Lock()
	defer rm.mu.Unlock()
	for i, other := range rm.conns {
		if other == ws {
			rm.conns = append(rm.conns[:i], rm.conns[i+1:]...)
			return
		}
	}
}

// play stores a move and sends it to every socket of the room.
func (rm *room) play(m move) {
	rm.mu.Lock()
	defer rm.mu.Unlock()
	rm.broadcast(m, fmt.Appendf(nil, `{"t":"entries","entries":[{"n":%d,"cmd":%q,"type":"moved","data":{"move":%q}}]}`, len(rm.moves)+1, m.id, m.move))
}

// broadcast keeps the frame of a move and sends it to every socket of the room. The caller
// holds rm.mu.
func (rm *room) broadcast(m move, frame []byte) {
	rm.moves = append(rm.moves, frame)
	for _, ws := range rm.conns {
		if ws == m.from {
			write(ws, fmt.Appendf(nil, `{"t":"ok","id":%q,"n":%d}`, m.id, len(rm.moves)))
		} else {
			write(ws, frame)
		}
	}
}

// write sends a frame. An error ends the socket, and live returns.
func write(ws *websocket.Conn, frame []byte) {
	_ = ws.Write(context.Background(), websocket.MessageText, frame)
}

// closeAll closes every websocket, because Shutdown does not.
func (r *relay) closeAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, rm := range r.rooms {
		rm.mu.Lock()
		for _, ws := range rm.conns {
			go ws.Close(websocket.StatusServiceRestart, "the relay ends")
		}
		rm.mu.Unlock()
	}
}
