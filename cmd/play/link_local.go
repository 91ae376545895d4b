package main

import (
	"context"
	"encoding/json"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/local"
	"github.com/quatre/quatre/internal/room/analysis"
)

// localLink is the link to a room in this process. It reports what a link to a hub reports. Its
// methods may be called from one goroutine at a time.
type localLink struct {
	reporter
	room   *local.Room
	engine *local.Engine
}

// newLocalLink starts a room. The caller must call close later.
func newLocalLink(engine *local.Engine, room *local.Room) *localLink {
	l := &localLink{reporter: reporter{reports: make(chan any, 64)}, room: room, engine: engine}
	l.ctx, l.stop = context.WithCancel(context.Background())
	go l.run(room.Start())
	return l
}

// send implements hubLink.
func (l *localLink) send(c command) {
	if frame, err := json.Marshal(c); err == nil {
		l.room.Send(frame)
	}
}

// wake implements hubLink: there is no connection that could be lost.
func (*localLink) wake() {}

// resume implements hubLink.
func (*localLink) resume() {}

// analyse implements hubLink.
func (l *localLink) analyse(p place) {
	l.ask(func(ctx context.Context) {
		err := l.engine.Analyse(ctx, p.game.Variant(), "", p.notation(), func(text []byte) {
			var answer analysis.Report
			if json.Unmarshal(text, &answer) == nil {
				l.report(ctx, analysed{place: p, answer: answer})
			}
		})
		if err != nil {
			l.report(ctx, analysed{place: p, err: err})
		}
	})
}

// why implements hubLink.
func (l *localLink) why(game int) {
	l.ask(func(ctx context.Context) {
		var answer thoughts
		if json.Unmarshal(l.room.Thoughts(game), &answer) == nil { // nil: the room is closed
			l.report(ctx, explained{game: game, answer: answer})
		}
	})
}

// close ends the room, and waits for the link's goroutines to end.
func (l *localLink) close() {
	go l.room.Close()
	l.end()
}

// run turns the frames of the room into reports.
func (l *localLink) run(frames <-chan []byte) {
	defer close(l.reports)
	defer l.questions.Wait()
	for frame := range frames {
		m, ok := decode(frame)
		if !ok {
			continue
		}
		switch m.T {
		case "welcome":
			l.reports <- m.Welcome
		case "entries":
			var entries entriesReceived
			for _, raw := range m.Entries {
				entries = append(entries, decodeEntry(raw))
			}
			l.reports <- entries
		case "ok":
			l.reports <- answered{id: m.ID}
		case "refused":
			l.reports <- answered{id: m.ID, refused: &wire.Failure{Code: m.Code, Text: m.Text}}
		}
	}
}
