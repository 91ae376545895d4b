package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// FuzzLines types any bytes in a menu and in a game for two. The program ends, sends no control characters
// to the terminal, and loses no joiner and no character that is shown.
func FuzzLines(f *testing.F) {
	for _, typed := range []string{
		"\ufeff4\r3\r\n4 \n/moves\n?\nq\n", "44\u00a03\n/draw\ny\nn\n", "4\n/back\n\u200d\nZo\xe9\n\x1b[2J", "/analyse\n/why\n/replay\n\n\nb\n9\nq\n", "/pace\u00a01\n/resign\r\ny", strings.Repeat("4\r", 50) + strings.Repeat("x", 70_000),
	} {
		f.Add([]byte(typed))
	}
	f.Fuzz(func(t *testing.T, typed []byte) {
		if len(typed) > 1000 && len(typed) < 60_000 || strings.Contains(string(typed), "/s") { // /save writes files
			t.Skip()
		}
		for line := range readLines(t.Context(), strings.NewReader(string(typed))) {
			if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) && r != '\u200c' && r != '\u200d' }) {
				t.Errorf("%q has the line %q", typed, line)
			}
		}
		var out, stderr bytes.Buffer
		run(t.Context(), []string{"duo", "-plain", "-lang", "en"}, strings.NewReader(string(typed)), &out, &stderr)
		if stderr.Len() > 0 || strings.ContainsFunc(out.String(), func(r rune) bool { return r < ' ' && r != '\n' }) {
			t.Errorf("%q: %s %q", typed, &stderr, &out)
		}
	})
}

// answering is a transport whose answers all have this status and body.
type answering struct {
	status int
	body   []byte
}

func (a answering) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: a.status, Body: io.NopCloser(bytes.NewReader(a.body)), Header: http.Header{}}, nil
}

// FuzzAnswers checks that no answer to a request leads to a room with an invalid ID, or to text that controls
// the terminal.
func FuzzAnswers(f *testing.F) {
	for _, body := range []string{`{"room":"k7m2p9x4w3tq"}`, `{"room":"../\u001b[2J"}`, `{"room":"a","room":"b"}`, `{"addresses":["http://h\u0007"]}`, `{"code":"busy","text":"\u001b[2JTry again.","retry":true}`, "<html>", "\xff", ""} {
		for _, status := range []int{200, 201, 404, 409, 500, 503} {
			f.Add(status, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status > 599 {
			t.Skip()
		}
		h := hubClient{origin: url.URL{Scheme: "http", Host: "hub.example"}, client: &http.Client{Transport: answering{status, body}}}
		id, err := h.createRoom(t.Context(), wire.NewRoom{})
		text := h.publicAddress(t.Context()) + fmt.Sprint(h.checkRoom(t.Context(), "a"), err)
		if err == nil && !room.ID(id).Valid() || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && r != '\u200c' && r != '\u200d' }) {
			t.Errorf("%d %q: room %q, %q", status, body, id, text)
		}
	})
}

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
			m.handleAnswer(answered{id: msg.ID, refused: &wire.Failure{Code: msg.Code, Text: msg.Text}})
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
