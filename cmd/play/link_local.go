package main

import (
	"encoding/json"
	"io"

	"github.com/quatre/quatre/cmd/play/internal/local"
)

// localLink is the link to a room in this process. It reports what a link to a hub reports.
type localLink struct {
	room    *local.Room
	reports chan any // closed when the room ends
}

// newLocalLink starts a room. The caller must call close later.
func newLocalLink(room *local.Room) *localLink {
	l := &localLink{room: room, reports: make(chan any, 64)}
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

// saveGames implements gameSaver.
func (l *localLink) saveGames(w io.Writer, after int) (int, error) { return l.room.SaveGames(w, after) }

// close ends the room. It must be called by the receiver of the reports.
func (l *localLink) close() {
	go func() {
		for range l.reports { // discarded, so that run does not wait for a receiver
		}
	}()
	l.room.Close()
}

// run turns the frames of the room into reports.
func (l *localLink) run(frames <-chan []byte) {
	defer close(l.reports)
	for frame := range frames {
		m, ok := decode(frame)
		if !ok {
			continue
		}
		switch m.T {
		case "welcome":
			l.reports <- welcomed{fromStart: true, player: m.Player, logEnd: m.N, now: m.Now, presence: m.Here, storeUp: true}
		case "entries":
			l.reports <- entriesReceived(m.Entries)
		case "ok":
			l.reports <- answered{id: m.ID}
		case "refused":
			l.reports <- answered{id: m.ID, refused: &m.refusal}
		}
	}
}
