package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// quickTiming waits one millisecond between tries.
var quickTiming = timing{backoffFirst: time.Millisecond, backoffMax: time.Millisecond}

// newAnsweringHub returns a client of a hub that gives these answers, each a status and
// a body, one after the other. It records the requests.
func newAnsweringHub(t *testing.T, list ...string) (h hubClient, requests *[]string) {
	t.Helper()
	requests = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*requests = append(*requests, r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body))
		if len(list) == 0 {
			t.Errorf("unexpected request: %s %s", r.Method, r.URL)
			return
		}
		status, text, _ := strings.Cut(list[0], " ")
		list = list[1:]
		code, err := strconv.Atoi(status)
		if err != nil {
			t.Error(err)
			return
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	origin, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	return hubClient{origin: *origin, secret: "secret", client: client, timing: quickTiming}, requests
}

func TestRoomIsOpenedOnce(t *testing.T) {
	h, requests := newAnsweringHub(t, `503 {"code":"store_away","text":"The store does not answer.","retry":true}`, `502 <html>proxy</html>`, `201 {"room":"k7m2p9x4w3tq"}`)
	room, err := h.createRoom(t.Context(), wire.NewRoom{ID: "c0", Variant: "tictactoe", Opponent: "human", Clock: &room.Clock{Move: 30_000}})
	if err != nil || room != "k7m2p9x4w3tq" {
		t.Errorf("%q, %v", room, err)
	}
	for _, request := range *requests {
		if want := `POST /api/rooms Bearer secret {"id":"c0","variant":"tictactoe","opponent":"human","clock":{"move":30000}}`; request != want {
			t.Errorf("asked %s, not %s", request, want)
		}
	}
	if len(*requests) != 3 {
		t.Errorf("asked %q", *requests)
	}
}

func TestHubErrors(t *testing.T) {
	for answer, want := range map[string]string{
		`404 {"code":"unknown_room","text":"There is no such room\u001b[2J.","retry":false}`: "There is no such room[2J.",
		`404 not found`:            "is not a Quatre hub",
		`200 <html>welcome</html>`: "is not a Quatre hub",
	} {
		h, _ := newAnsweringHub(t, answer)
		if err := h.checkRoom(t.Context(), "k7m2p9x4w3tq"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", answer, err)
		}
	}
	h, requests := newAnsweringHub(t, slices.Repeat([]string{"502 <html>proxy</html>"}, maxTries)...)
	if err := h.checkRoom(t.Context(), "k7m2p9x4w3tq"); err == nil || len(*requests) != maxTries || !strings.Contains(err.Error(), "502") {
		t.Errorf("%d tries, %v", len(*requests), err)
	}
	h.origin.Host = "127.0.0.1:1"
	if err := h.checkRoom(t.Context(), "k7m2p9x4w3tq"); err == nil || !strings.Contains(err.Error(), "127.0.0.1:1 does not answer") {
		t.Error(err)
	}
}

func TestAddressForFriends(t *testing.T) {
	h, _ := newAnsweringHub(t, `200 {"addresses":["http://192.168.1.20:8080"]}`)
	if got := h.publicAddress(t.Context()); got != "http://192.168.1.20:8080" {
		t.Error(got)
	}
	h, _ = newAnsweringHub(t, `200 {"addresses":[]}`)
	if got := h.publicAddress(t.Context()); got != h.origin.String() {
		t.Error(got)
	}
}

// A request omits settings that the user did not give. The hub chooses them.
func TestNewRoomRequestOmitsDefaults(t *testing.T) {
	cfg, err := parseConfig([]string{"-new"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	cfg.create.ID = "c0"
	text, err := json.Marshal(cfg.create)
	if want := `{"id":"c0","variant":"connect4:7x6:4","opponent":"human"}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}
