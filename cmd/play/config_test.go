package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

func TestCommandLines(t *testing.T) {
	for _, c := range []struct {
		args string
		want string // origin, room, variant and opponent
	}{
		{"https://Example.org/r/k7m2p9x4w3tq", "https://example.org k7m2p9x4w3tq"},
		{"http://localhost:8080/r/k7m2p9x4w3tq/?from=mail", "http://localhost:8080 k7m2p9x4w3tq"},
		{"k7m2p9x4w3tq", "http://localhost:8080 k7m2p9x4w3tq"},
		{"k7m2p9x4w3tq.", "http://localhost:8080 k7m2p9x4w3tq"},
		{"https://example.org/r/k7m2p9x4w3tq.", "https://example.org k7m2p9x4w3tq"},
		{"<https://example.org/r/k7m2p9x4w3tq>,", "https://example.org k7m2p9x4w3tq"},
		{"(https://example.org/r/k7m2p9x4w3tq)…", "https://example.org k7m2p9x4w3tq"},
		{"«https://example.org/r/k7m2p9x4w3tq%20»", "https://example.org k7m2p9x4w3tq"},
		{"https://example.org/r/k7m2p9x4w3tq!?from=mail", "https://example.org k7m2p9x4w3tq"},
		{"**https://example.org/r/k7m2p9x4w3tq/**", "https://example.org k7m2p9x4w3tq"},
		{"https://example.org/r/k7m2p9x4w3tq%", "https://example.org k7m2p9x4w3tq"},
		{"-hub https://example.org/ k7m2p9x4w3tq -name Ana", "https://example.org k7m2p9x4w3tq"},
		{"-new", "http://localhost:8080  connect4:7x6:4 human"},
		{"-new -game connect4:8x7:4 -opponent ai:normal -hub https://example.org", "https://example.org  connect4:8x7:4 ai:normal"},
		{"-new -game force3:placed -opponent self", "http://localhost:8080  force3:placed self"},
		{"-new -game force3:report -opponent self", "http://localhost:8080  force3:report self"},
	} {
		cfg, err := parseConfig(strings.Fields(c.args), io.Discard)
		if err != nil {
			t.Errorf("play %s: %v", c.args, err)
			continue
		}
		got := strings.TrimSpace(strings.Join([]string{cfg.origin.String(), cfg.room, cfg.create.Variant, cfg.create.Opponent}, " "))
		if cfg.room != "" {
			got = cfg.origin.String() + " " + cfg.room
		}
		if got != c.want {
			t.Errorf("play %s: got %q, want %q", c.args, got, c.want)
		}
	}
	for args, want := range map[string]string{
		"-new -opponent ai:custom:depth=7,open3=100":                    "ai:custom:depth=7,open3=100 [ ]",
		"-new -opponent watch -levels custom:depth=2,open3=5,strong":    "watch [custom:depth=2,open3=5 strong]",
		"solo -levels custom:depth=2,name=Ada":                          "ai:custom:depth=2,name=Ada [ ]",
		"watch -levels facile,custom:depth=3,open2=10,open1=1":          "watch [easy custom:depth=3,open2=10,open1=1]",
		"watch -levels custom:depth=3,name=a,custom:depth=4,centre=-20": "watch [custom:depth=3,name=a custom:depth=4,centre=-20]",
	} {
		cfg, err := parseConfig(strings.Fields(args), io.Discard)
		if got := fmt.Sprint(cfg.create.Opponent, " ", cfg.create.Levels); err != nil || got != want {
			t.Errorf("play %s: %s, %v", args, got, err)
		}
	}
	cfg, err := parseConfig(strings.Fields("https://example.org/r/abc -watch -name Ana"), io.Discard)
	if err != nil || !cfg.watch || cfg.create.Name != "Ana" {
		t.Errorf("flags after the link: %+v, %v", cfg, err)
	}
	cfg, err = parseConfig(strings.Fields("-new -opponent watch -levels easy,strong -pace 2s -name Ana"), io.Discard)
	if r := cfg.create; err != nil || r.Levels != [2]string{"easy", "strong"} || r.Pace != 2000 || r.Name != "Ana" || r.ID == "" {
		t.Errorf("AI against AI: %+v, %v", cfg, err)
	}
}

func TestClocks(t *testing.T) {
	for text, want := range map[string]*room.Clock{
		"": nil, "none": nil, "30s": {Move: 30_000}, "5m+3s": {Base: 300_000, Increment: 3000}, "10m+0s": {Base: 600_000},
	} {
		got, err := parseClock(texts.English, text)
		if err != nil || (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("-clock %s: %+v, %v", text, got, err)
		}
	}
}

func TestBadCommandLines(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-watch", "either the link of a room, or -new"},
		{"-opponent ai:easy", "either the link of a room, or -new"},
		{"replay", "needs a file of games"},
		{"solo abc", "one link at a time"},
		{"solo -levels easy,strong", "solo needs one level"},
		{"watch -levels hard,easy", "there is no level hard"},
		{"-new https://example.org/r/abc", "either the link of a room, or -new"},
		{"https://example.org/r/abc https://example.org/r/abd", "one link at a time"},
		{"https://example.org/games", "not the link of a room"},
		{"https://example.org/r/abc#seat=abcdefghijklmnopqrstuv.", "moves a seat to a browser"},
		{"https://example.org/x/r/abc", "not the link of a room"},
		{"ftp://example.org/r/abc", "not the address of a hub"},
		{"-new -hub example.org", "not the address of a hub"},
		{"-new -clock soon", "a time for each move"},
		{"-new -clock 5m+", "a time for each move"},
		{"-new -pace soon", "invalid value"},
		{"-no-such-flag", "not defined"},
		{"https://example.org/r/abc -game tictactoe", "-game means nothing together with https://example.org/r/abc"},
		{"-colour red abc", "-colour means nothing together with abc"},
		{"solo -pace 5s", "-pace means nothing together with solo"},
		{"solo -watch", "-watch means nothing together with solo"},
		{"duo -levels easy", "duo none"},
		{"duo -hub https://example.org", "-hub means nothing together with duo"},
		{"watch -name Ana", "-name means nothing together with watch"},
		{"replay games.txt -game force3", "-game means nothing together with replay"},
		{"-new -pace 5s", "-pace means nothing together with -new"},
		{"-new -other-name Bob", "-other-name means nothing together with -new"},
		{"-game chess", "not a known game"},
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), strings.Fields(c.args), strings.NewReader(""), io.Discard, &stderr)
		if status != statusUsage || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("play %s: status %d, %s", c.args, status, stderr.String())
		}
	}
}

func TestEnvironmentAndHelp(t *testing.T) {
	t.Setenv("QUATRE_HUB", "https://example.org")
	t.Setenv("QUATRE_NAME", "Ana")
	cfg, err := parseConfig([]string{"-new", "-name", "Zoé"}, io.Discard)
	if err != nil || cfg.origin.Host != "example.org" || cfg.create.Name != "Zoé" {
		t.Errorf("%+v, %v", cfg, err)
	}
	var stderr bytes.Buffer
	if status := run(t.Context(), []string{"-h"}, strings.NewReader(""), io.Discard, &stderr); status != statusOK {
		t.Errorf("-h: status %d", status)
	}
	for _, want := range []string{"-hub address", "QUATRE_OTHER_NAME", "default http://localhost:8080", "-watch https://"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("help lacks %q:\n%s", want, stderr.String())
		}
	}
}
