package main

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// A run that was killed while it wrote a line, and then goes on, ends with the same file as one that was not.
func TestPuzzlesGoOn(t *testing.T) {
	whole, broken := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "broken")
	if err := makePuzzles(t.Context(), whole, "force3", 2, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(broken, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := makePuzzles(t.Context(), broken, "force3", 2, 1, io.Discard); err != nil {
		t.Fatal(err)
	}
	again, err := os.ReadFile(broken)
	if err != nil || string(again) != string(text) {
		t.Errorf("%v\n%s\nwant\n%s", err, again, text)
	}
	for _, theme := range []string{" place ", " move ", " slide ", " only "} {
		if strings.Count(string(text), theme) < 2 {
			t.Errorf("too few puzzles of theme%sin\n%s", theme, text)
		}
	}
	if err := os.WriteFile(broken, []byte("no puzzle\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := makePuzzles(t.Context(), broken, "force3", 1, 1, io.Discard); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a damaged file: %v", err)
	}
}

// Positions of each theme, and positions that are no puzzles.
func TestPuzzleThemes(t *testing.T) {
	for moves, want := range map[string]string{
		"74265663646635757754444515":           "fork lWl---l233---2 llW---l33----3",
		"453512455644143242267666":             "chain5 Wld-lll133-535 llW-llw333-538 WlW-lll-3--333",
		"5154442475527447122515666":            "zugzwang Wll--ll211--11 wwW--ww333--33 llW--ll33---33",
		"257277144454453252":                   "plan lWlllll2332222 llWllll3343333 wwl-wWw433-333 www-wWw222-2-2",
		"57425563463":                          "only lHlllll2-22222",
		"322226632355655334356665112777711771": "", // too few moves
		"444444":                               "", // many moves hold
		"112233":                               "", // a win at once
	} {
		m, err := newPuzzleMaker("connect4:7x6:4", 1)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := m.position(moves)
		if err != nil {
			t.Fatal(err)
		}
		m.rng = rand.New(rand.NewPCG(1, 1))
		found, err := m.judge(t.Context(), pos, rules.SplitMoves(m.game, moves))
		if err != nil {
			t.Fatal(err)
		}
		fields := strings.Fields(found.line)
		if want == "" {
			if found.line != "" {
				t.Errorf("%s is a puzzle: %s", moves, found.line)
			}
			continue
		}
		if len(fields) < 4 || fields[0] != moves || strings.Join(append(fields[1:2], fields[3:]...), " ") != want {
			t.Errorf("%s: %s, want %s", moves, found.line, want)
		}
	}
}
