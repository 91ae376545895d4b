package main_test

import (
	"bufio"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/local"
)

// page is what the page is for a server: it sends messages and reads the answers.
type page struct {
	t       testing.TB
	send    func(message []byte)
	answers <-chan local.ToPage
	log     string // of the room that is open
}

// native returns a page whose server is in this process.
func native(t *testing.T) *page {
	answers := make(chan local.ToPage, 1024)
	server := local.NewServer(func(m local.ToPage) { answers <- m })
	t.Cleanup(server.Close)
	return &page{t: t, send: server.Handle, answers: answers}
}

// module returns a page whose server is the WebAssembly module, in Node.
func module(t testing.TB) *page {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	built := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", filepath.Join(built, "local.wasm"), ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	start, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err == nil {
		err = os.WriteFile(filepath.Join(built, "wasm_exec.js"), start, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	node := exec.CommandContext(t.Context(), "node", filepath.Join(here, "testdata", "run.mjs"), built)
	node.Stderr = os.Stderr
	in, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	answers := make(chan local.ToPage, 1024)
	t.Cleanup(func() {
		_ = in.Close()
		for range answers { // until the process has ended
		}
		_ = node.Wait()
	})
	go func() {
		defer close(answers)
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var m local.ToPage
			if json.Unmarshal(lines.Bytes(), &m) == nil && m.T != "ready" {
				answers <- m
			}
		}
	}()
	send := func(message []byte) { _, _ = io.WriteString(in, string(message)+"\n") }
	return &page{t: t, send: send, answers: answers}
}

func (p *page) ask(m local.ToServer) {
	p.t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	p.send(text)
}

// next returns the next answer that is not an entry of the log. It keeps entries in log.
func (p *page) next() local.ToPage {
	p.t.Helper()
	for m := range p.answers {
		if m.T != "entry" {
			return m
		}
		p.log += m.Log
	}
	p.t.Fatal("the server has ended")
	return local.ToPage{}
}

// settled removes from a text what differs from run to run: times, digests, which cover them, and the
// positions that a search visited, which depend on the number of processors.
func settled(text string) string {
	return regexp.MustCompile(`,"nodes":[0-9]+|"(at|now|ms|digest|used|left)":("[^"]*"|[0-9]+)|\{[0-9.]+\}|(Started|Ended|Digest) "[^"]*"`).ReplaceAllString(text, "")
}

// play plays moves in a room for two on one device, and returns all answers.
func (p *page) play(variant string, moves []string) (answers []string) {
	p.t.Helper()
	body, err := json.Marshal(map[string]any{"id": "x", "variant": variant, "opponent": "self", "name": "Zoé", "other_name": "Ben"})
	if err != nil {
		p.t.Fatal(err)
	}
	p.ask(local.ToServer{T: "create", Key: "room", Room: "here", Body: body})
	created := p.next()
	if created.T != "created" {
		p.t.Fatalf("%s was answered with %s %s", body, created.T, created.Body)
	}
	p.log = created.Log
	p.ask(local.ToServer{T: "open", Key: "room", Room: "here", Log: p.log})
	for range 2 { // welcome, entries
		answers = append(answers, settled(p.next().Frame))
	}
	for n, move := range moves {
		frame, err := json.Marshal(map[string]any{"t": "move", "id": "m" + string(rune('a'+n)), "n": n + 1, "move": move})
		if err != nil {
			p.t.Fatal(err)
		}
		p.ask(local.ToServer{T: "send", Key: "room", Frame: string(frame)})
		for done := false; !done; {
			m := p.next()
			answers = append(answers, settled(m.T+m.Frame+m.Log))
			done = strings.Contains(m.Frame, `"t":"ok"`) || strings.Contains(m.Frame, `"t":"refused"`)
		}
	}
	p.ask(local.ToServer{T: "close", Key: "room"})
	return answers
}

// analyse returns the final answer about a position.
func (p *page) analyse(variant, position, moves string) string {
	p.t.Helper()
	body, err := json.Marshal(map[string]string{"variant": variant, "position": position, "moves": moves})
	if err != nil {
		p.t.Fatal(err)
	}
	p.ask(local.ToServer{T: "analyse", Key: "question", Body: body})
	for {
		m := p.next()
		if m.T == "failed" || strings.Contains(string(m.Body), `"done":true`) {
			return settled(m.T + string(m.Body))
		}
	}
}

// The module gives the same answers as the same code on a server: legal moves, refusals, ends,
// results and exact values, in every game. It continues a room that the page has kept.
func TestModuleEqualsNative(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	if runtime.GOARCH == "386" {
		t.Skip("int has 32 bits here, and 64 in the module")
	}
	want, got := native(t), module(t)
	games := []struct {
		name, variant string
		moves         []string
	}{
		{"a win in Connect Four, and a move after it", "connect4:7x6:4", []string{"4", "4", "3", "3", "2", "2", "1", "1"}},
		{"a full column", "connect4:7x6:4", []string{"1", "1", "1", "1", "1", "1", "1", "0", "8", "x"}},
		{"a small board with three in line", "connect4:5x4:3", []string{"3", "3", "2", "2", "1"}},
		{"a draw in tic-tac-toe", "tictactoe", []string{"a1", "b2", "c3", "a2", "c2", "c1", "a3", "b3", "b1"}},
		{"Force 3", "force3", []string{"b2", "a1", "c3", "a3", "zz", "c3"}},
	}
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			a, b := want.play(g.variant, g.moves), got.play(g.variant, g.moves)
			if strings.Join(a, "\n") != strings.Join(b, "\n") {
				t.Errorf("native:\n%s\n\nmodule:\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
			}
		})
	}
	questions := []struct{ name, variant, position, moves string }{
		{"an opening, from the book", "connect4:7x6:4", "", "44"},
		{"a middle game, by the solver", "connect4:7x6:4", "", "134445445553335514"},
		{"another board", "connect4:6x5:4", "", "3332345"},
		{"tic-tac-toe", "tictactoe", "", "b2"},
		{"Force 3, from the table", "force3", "", ""},
		{"an illegal move", "connect4:7x6:4", "", "9"},
		{"no such game", "chess", "", ""},
	}
	for _, q := range questions {
		t.Run(q.name, func(t *testing.T) {
			a, b := want.analyse(q.variant, q.position, q.moves), got.analyse(q.variant, q.position, q.moves)
			if a != b {
				t.Errorf("native: %s\nmodule: %s", a, b)
			}
		})
	}
	t.Run("a room that was kept", func(t *testing.T) {
		got.play("connect4:7x6:4", []string{"4", "3"})
		got.ask(local.ToServer{T: "open", Key: "again", Room: "here", Log: got.log})
		welcome, entries := got.next().Frame, got.next().Frame
		if !strings.Contains(welcome, `"n":3`) || strings.Count(entries, `"type":"moved"`) != 2 {
			t.Errorf("a room with two moves was opened with %s and %s", welcome, entries)
		}
		got.ask(local.ToServer{T: "open", Key: "damaged", Room: "here", Log: strings.Replace(got.log, `"4"`, `"5"`, 1)})
		if m := got.next(); m.T != "failed" {
			t.Errorf("a damaged log was answered with %s %s", m.T, m.Frame)
		}
	})
}

// The Makefile builds the page again when a package that plays in it has changed.
func TestMakefileKnowsPackages(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{if not .Standard}}{{with .Module}}{{if .Main}}{{$.ImportPath}}{{end}}{{end}}{{end}}", ".")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	packages, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(string(packages), "github.com/quatre/quatre/", "")
	dirs := exec.CommandContext(t.Context(), "make", "--no-print-directory", "-f", "Makefile", "-f", "-", "print-local")
	dirs.Dir = "../.."
	dirs.Stdin = strings.NewReader("print-local:\n\t@printf '%s\\n' $(LOCAL)\n")
	got, err := dirs.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(want) {
		if !slices.Contains(strings.Fields(string(got)), path) {
			t.Errorf("LOCAL in the Makefile lacks %s", path)
		}
	}
}

// The time of the AI's moves in the module, by level, in games against random moves on the usual
// board.
func BenchmarkModule(b *testing.B) {
	for _, level := range []string{"very-easy", "easy", "normal", "difficult", "strong", "expert", "perfect"} {
		b.Run(level, func(b *testing.B) {
			p := module(b)
			var slowest, total time.Duration
			moves := 0
			for b.Loop() {
				for _, took := range p.playLevel(level, rand.New(rand.NewPCG(1, uint64(moves)))) {
					slowest = max(slowest, took)
					total += took
					moves++
				}
			}
			b.ReportMetric(float64(slowest.Milliseconds()), "ms-slowest")
			b.ReportMetric(float64(total.Milliseconds())/float64(moves), "ms/move")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// playLevel plays a game of random moves against a level. It returns how long each reply took.
func (p *page) playLevel(level string, rng *rand.Rand) (took []time.Duration) {
	p.t.Helper()
	body, _ := json.Marshal(map[string]any{"id": "x", "variant": "connect4:7x6:4", "opponent": "ai:" + level})
	p.ask(local.ToServer{T: "create", Key: "room", Room: "here", Body: body})
	p.ask(local.ToServer{T: "open", Key: "room", Room: "here", Log: p.next().Log})
	n := 1
	var sent time.Time
	for mine := true; ; {
		frame := p.next().Frame
		n += strings.Count(frame, `"type":"moved"`)
		switch {
		case strings.Contains(frame, `"result":`), strings.Contains(frame, `"end":`):
			p.ask(local.ToServer{T: "close", Key: "room"})
			return took
		case strings.Contains(frame, `"refused"`), strings.Contains(frame, `"created"`):
			mine = true
		case strings.Contains(frame, `"seat":2,"move"`):
			took = append(took, time.Since(sent))
			mine = true
		default:
			mine = false
		}
		if mine {
			sent = time.Now()
			move, _ := json.Marshal(map[string]any{"t": "move", "id": strconv.Itoa(rng.Int()), "n": n, "move": strconv.Itoa(1 + rng.IntN(7))})
			p.ask(local.ToServer{T: "send", Key: "room", Frame: string(move)})
		}
	}
}
