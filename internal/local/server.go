package local

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/plainjson"
	"github.com/quatre/quatre/internal/room"
)

// pageTableBytes is the size of the AI's tables in a page. A telephone gives a page much less
// memory than a server has, and a page has one player.
const pageTableBytes = 64 << 20

// ToServer is a message of the page. T says what it asks for; all answers have the same Key.
//
//	create    a new room. Body is what POST /api/rooms takes. Answers: created or failed
//	open      a connection to the room, which was kept as Log, for a client that has read it up to
//	          entry After with this Digest. Answers: frames, entries and games, until the page sends
//	          close; or failed
//	send      Frame, on the connection Key
//	close     ends what has this Key: a connection, or the answers to a message
//	thoughts  of the AI in a game, in the room that is open as Key. Answer: thoughts
//	analyse   the values of a position. Body is what POST /api/analysis takes. Answers: answers, the
//	          last of which is done; or failed
//	match     games between two levels. Body is a MatchRequest. Answers: answers, the last of which is
//	          done; or failed
//	learn     Q-learning of a small game. Body is a LearnRequest. Answers: answers, the last of which is done; or
//	          failed
type ToServer struct {
	T      string          `json:"t"`
	Key    string          `json:"key"`
	Room   room.ID         `json:"room"`
	Body   json.RawMessage `json:"body"`
	Log    string          `json:"log"`
	After  uint64          `json:"after"`
	Digest string          `json:"digest"`
	Frame  string          `json:"frame"`
	Game   int             `json:"game"`
}

// ToPage is a message to the page.
//
//	created   Log is the log of the new room, which the page must keep
//	frame     Frame, as a hub sends it
//	entry     Log is the next line of the room's log, which the page must keep. It is sent before the
//	          frame that tells of the entry
//	game      a game has ended. Log is a file that POST /api/import takes
//	thoughts  Body is what GET /api/games/{room}/{game}/thoughts returns
//	answer    Body is what POST /api/analysis returns, a MatchStanding or a Measurement
//	failed    Body is the failure
type ToPage struct {
	T     string          `json:"t"`
	Key   string          `json:"key"`
	Log   string          `json:"log,omitempty"`
	Frame string          `json:"frame,omitempty"`
	Body  json.RawMessage `json:"body,omitempty"`
}

// Server plays rooms and matches, analyses positions and learns, for one page.
type Server struct {
	engine *Engine
	post   func(ToPage)

	mu    sync.Mutex
	rooms map[string]*Room              // the open connections, by key
	stops map[string]context.CancelFunc // what is being answered, by key
}

// NewServer returns a server that sends its answers with post. Several goroutines call post.
func NewServer(post func(ToPage)) *Server {
	return &Server{
		engine: &Engine{minimax.NewEngine(pageTableBytes)}, post: post,
		rooms: map[string]*Room{}, stops: map[string]context.CancelFunc{},
	}
}

// Handle begins to carry out a message. It does not wait for the result. Messages must be handled
// in their order. A message that plainjson.Unmarshal refuses has failed. One of another type is ignored.
func (s *Server) Handle(message []byte) {
	var m ToServer
	if plainjson.Unmarshal(message, &m) != nil {
		s.fail(m.Key, &wire.Later{Failure: wire.FailBadRequest})
		return
	}
	switch m.T {
	case "create":
		s.create(m)
	case "open":
		s.open(m)
	case "send":
		if r := s.room(m.Key); r != nil {
			r.Send([]byte(m.Frame))
		}
	case "close":
		s.end(m.Key)
	case "thoughts":
		if r := s.room(m.Key); r != nil {
			go func() { s.post(ToPage{T: "thoughts", Key: m.Key, Body: r.Thoughts(m.Game)}) }()
		}
	case "analyse":
		var q struct{ Variant, Position, Moves string }
		s.answer(m, &q, func(ctx context.Context, report func([]byte)) error {
			return s.engine.Analyse(ctx, q.Variant, q.Position, q.Moves, report)
		})
	case "match":
		var q MatchRequest
		s.answer(m, &q, func(ctx context.Context, report func([]byte)) error { return s.engine.Match(ctx, q, report) })
	case "learn":
		var q LearnRequest
		s.answer(m, &q, func(ctx context.Context, report func([]byte)) error { return s.engine.Learn(ctx, q, report) })
	}
}

// Close ends all connections and answers, and waits for the rooms to end.
func (s *Server) Close() {
	s.mu.Lock()
	rooms := s.rooms
	s.rooms = map[string]*Room{}
	for _, stop := range s.stops {
		stop()
	}
	s.mu.Unlock()
	for _, r := range rooms {
		r.Close()
	}
}

func (s *Server) room(key string) *Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rooms[key]
}

func (s *Server) create(m ToServer) {
	var request wire.NewRoom
	if json.Unmarshal(m.Body, &request) != nil {
		s.fail(m.Key, &wire.Later{Failure: wire.FailBadRequest})
		return
	}
	log, err := Create(m.Room, request)
	if err != nil {
		s.fail(m.Key, err)
		return
	}
	s.post(ToPage{T: "created", Key: m.Key, Log: string(log)})
}

func (s *Server) open(m ToServer) {
	r, err := Open(s.engine, m.Room, []byte(m.Log), m.After, m.Digest, Keeper{
		Entry: func(raw []byte) { s.post(ToPage{T: "entry", Key: m.Key, Log: string(raw) + "\n"}) },
		Game:  func(game *room.Record) { s.post(ToPage{T: "game", Key: m.Key, Log: file(game)}) },
	})
	if err != nil {
		s.fail(m.Key, err)
		return
	}
	s.end(m.Key) // the page has opened it anew
	s.mu.Lock()
	s.rooms[m.Key] = r
	s.mu.Unlock()
	frames := r.Start()
	go func() {
		for frame := range frames {
			s.post(ToPage{T: "frame", Key: m.Key, Frame: string(frame)})
		}
	}()
}

// file returns a game as a file of one game. Writing to memory cannot fail.
func file(game *room.Record) string {
	var text strings.Builder
	w := notation.NewWriter(&text, notation.Text)
	_ = w.Write(game)
	_ = w.Close()
	return text.String()
}

func (s *Server) end(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rooms[key]; r != nil {
		delete(s.rooms, key)
		go r.Close()
	}
	if stop := s.stops[key]; stop != nil {
		stop()
	}
}

// answer reads the body of a message, and begins to answer it until close.
func (s *Server) answer(m ToServer, body any, find func(ctx context.Context, report func(answer []byte)) error) {
	if json.Unmarshal(m.Body, body) != nil {
		s.fail(m.Key, &wire.Later{Failure: wire.FailBadRequest})
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	s.mu.Lock()
	s.stops[m.Key] = stop
	s.mu.Unlock()
	go func() {
		err := find(ctx, func(answer []byte) { s.post(ToPage{T: "answer", Key: m.Key, Body: answer}) })
		s.mu.Lock()
		delete(s.stops, m.Key)
		s.mu.Unlock()
		stop()
		if err != nil && !errors.Is(err, context.Canceled) {
			s.fail(m.Key, err)
		}
	}()
}

func (s *Server) fail(key string, err error) {
	failure, known := wire.FailureOf(err)
	if !known {
		failure.Text = err.Error() // the page has no log where an operator could read it
	}
	body, _ := json.Marshal(failure) // cannot fail: texts
	s.post(ToPage{T: "failed", Key: key, Body: body})
}
