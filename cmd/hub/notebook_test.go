package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
)

// TestNotebook runs the cells of examples/report.ipynb with a hub that has the AI inside. Each figure shows what it is about.
func TestNotebook(t *testing.T) {
	if testing.Short() {
		t.Skip("needs pandas and matplotlib, which take seconds to start")
	}
	path, err := filepath.Abs("../../examples/report.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	checkNotebook(t, path)
	folder := t.TempDir()
	url, _, log := startHub(t, "-store", "file:"+filepath.Join(folder, "quatre.db"))
	const patience = 3 * time.Minute // the hub lets its cores rest between two looks
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	script, err := filepath.Abs("../../scripts/cells.py")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, hubtest.Python(t, "pandas", "matplotlib"), script, path)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "QUATRE_URL="+url)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s\n%s", err, out, log)
	}
	for figure, words := range map[string][]string{
		"nodes":   {"minimax", "alpha-beta", "ordered", "with table", "positions visited"},
		"time":    {"minimax", "alpha-beta", "ordered", "with table", "time in ms"},
		"scores":  {"connect4:7x6:4", "score"},
		"results": {"win", "draw", "loss"},
		"boards":  {"tictactoe", "connect4:9x7:4", "force3", "minimax"},
	} {
		svg, err := os.ReadFile(filepath.Join(folder, figure+".svg"))
		if err != nil {
			t.Error(err)
		}
		for _, word := range words {
			if !strings.Contains(string(svg), "<!-- "+word+" -->") { // matplotlib draws the letters, and says which
				t.Errorf("the figure %s lacks %q", figure, word)
			}
		}
	}
}

// checkNotebook checks that a notebook has what Jupyter needs, and no outputs.
func checkNotebook(t *testing.T, path string) {
	t.Helper()
	var notebook struct {
		Cells []struct {
			Type    string            `json:"cell_type"`
			ID      string            `json:"id"`
			Source  []string          `json:"source"`
			Outputs []json.RawMessage `json:"outputs"`
			Count   *int              `json:"execution_count"`
		} `json:"cells"`
		Format int `json:"nbformat"`
	}
	raw, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(raw, &notebook)
	}
	if err != nil || notebook.Format != 4 {
		t.Fatalf("%s: format %d, %v", path, notebook.Format, err)
	}
	seen := map[string]bool{}
	for _, cell := range notebook.Cells {
		if seen[cell.ID] || cell.ID == "" || len(cell.Source) == 0 || len(cell.Outputs) > 0 || cell.Count != nil {
			t.Errorf("the cell %q is empty, or has an output or the ID of another one", cell.ID)
		}
		if text := strings.Join(cell.Source, ""); cell.Type == "markdown" && !strings.HasSuffix(text, "*") {
			t.Errorf("the cell %q does not end with a line in French: %s", cell.ID, text)
		}
		seen[cell.ID] = true
	}
}
