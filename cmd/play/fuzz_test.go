package main

import (
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// FuzzFrames checks that no frame of a hub makes the program panic or sends control
// characters to the terminal.
func FuzzFrames(f *testing.F) {
	for _, list := range examples(f) {
		for _, e := range list {
			f.Add(e.payload)
		}
	}
	f.Add([]byte(`{"t":"entries","entries":[{"n":1,"type":"joined","data":{"seat":2}},{"n":2,"type":"moved","data":{"seat":1,"move":"4"}}]}`))
	f.Add([]byte(`{"t":"entries","entries":[{"n":1,"type":"created","data":{"variant":"force3","first":9}},{"n":2,"type":"rematch","data":{"seat":1,"first":2,"game":-1}},{"n":3,"type":"moved","data":{"seat":1,"move":"S3+"}},{"n":4,"type":"takenback","data":{"seat":2,"ply":0}}]}`))
	f.Add([]byte(`{"t":"entries","entries":[{"n":1,"type":"created","data":{"variant":"force3:report","first":1}},{"n":2,"type":"moved","data":{"seat":1,"move":"S2+3"}},{"n":3,"type":"moved","data":{"seat":2,"move":"S3+9"}}]}`))
	f.Add([]byte(`{"t":"entries","entries":[{"n":1,"type":"created","data":{"variant":"connect4:7x6:4","players":[{"id":"me","name":"\u001b[2J"},{"level":"x"}],"first":1,"clock":{"base":-1}}},{"n":2,"type":"moved","data":{"seat":2,"move":"7","ms":-9,"end":{"winner":7,"cells":[-1,99]}}}]}`))
	f.Fuzz(func(t *testing.T, frame []byte) {
		msg, ok := decode(frame)
		if !ok {
			return
		}
		m := &model{
			cfg: config{create: wire.NewRoom{Name: "Ana"}}, link: &fakeLink{}, me: "me", connection: live, storeUp: true, now: time.UnixMilli(firstEntry),
			window: window{width: 80, height: 24, glyphs: boxGlyphs}, presence: msg.Presence, room: new(room.State),
		}
		for i := range msg.Entries {
			if m.follow(decodeEntry(msg.Entries[i])) != nil {
				return // the program ends
			}
			m.takeSeatAndName()
			m.View()
		}
		if msg.T == "refused" {
			m.handleAnswer(answered{id: msg.ID, refused: &msg.Failure})
		}
		for _, me := range []room.PlayerID{"me", ana, zoe, ""} {
			m.me = me
			m.View()
			if strings.ContainsFunc(m.statusLine()+m.remarks(), func(r rune) bool { return r < ' ' }) {
				t.Errorf("control character on the screen: %q", m.lines())
			}
		}
	})
}
