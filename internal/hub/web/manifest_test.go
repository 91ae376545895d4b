package web

import (
	"encoding/json"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const public = "../../../frontend/public"

// Robots that make previews of links may read what a preview consists of.
func TestRobotsMakePreviews(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(public, "robots.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		prefix, found := strings.CutPrefix(strings.TrimSpace(line), "Disallow:")
		if !found {
			continue
		}
		for _, path := range []string{
			"/", "/r/ROOM", "/r/ROOM.png", "/games/NAME/1", "/g/NAME/1", "/g/NAME/1.png", "/g/NAME/1.gif", "/analysis?variant=connect4:7x6:4",
			"/analysis.png", "/puzzle?date=2026-11-23", "/puzzle.png", "/lessons/fork", "/rules/force3", "/rules/force3.png", "/quatre.png", "/embed/g/NAME/1", "/embed/r/ROOM", "/oembed?url=",
		} {
			if strings.HasPrefix(path, strings.TrimSpace(prefix)) {
				t.Errorf("%q forbids %s", line, path)
			}
		}
	}
}

func TestManifest(t *testing.T) {
	testManifest(t, "manifest.webmanifest", "en", "Connect Four", "tic-tac-toe", "Force 3")
	testManifest(t, "manifest.fr.webmanifest", "fr", "Puissance 4", "morpion", "Force 3")
}

// Browsers ignore icons, screenshots and shortcuts that are not as the manifest says.
func testManifest(t *testing.T, file, language string, games ...string) {
	type picture struct{ Src, Type, Sizes, Purpose string }
	var manifest struct {
		ID, Name, Description, Lang string
		Icons, Screenshots          []picture
		Shortcuts                   []struct{ URL string }
	}
	raw, err := os.ReadFile(filepath.Join(public, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.ID != "/" || manifest.Lang != language {
		t.Errorf("the manifest for %s is that of %s in %s", language, manifest.ID, manifest.Lang)
	}
	for _, purpose := range []string{"maskable", "monochrome"} {
		if !slices.ContainsFunc(manifest.Icons, func(p picture) bool { return p.Purpose == purpose }) {
			t.Errorf("no icon is %s", purpose)
		}
	}
	for _, game := range games {
		if !strings.Contains(manifest.Description, game) {
			t.Errorf("the description lacks %s: %s", game, manifest.Description)
		}
	}
	if len(manifest.Screenshots) < 2 || len(manifest.Shortcuts) < 2 {
		t.Errorf("few screenshots or shortcuts: %+v", manifest)
	}
	for _, url := range []string{"/?play=ai", "/puzzle"} {
		if !slices.ContainsFunc(manifest.Shortcuts, func(s struct{ URL string }) bool { return s.URL == url }) {
			t.Errorf("no shortcut leads to %s", url)
		}
	}
	for _, p := range append(manifest.Icons, manifest.Screenshots...) {
		file, err := os.Open(filepath.Join(public, p.Src))
		if err != nil {
			t.Error(err)
			continue
		}
		defer file.Close()
		if p.Type == "image/svg+xml" {
			continue
		}
		size, format, err := image.DecodeConfig(file)
		if got := strconv.Itoa(size.Width) + "x" + strconv.Itoa(size.Height); err != nil || got != p.Sizes || "image/"+format != p.Type {
			t.Errorf("%s: %s %v, want %s", p.Src, got, err, p.Sizes)
		}
	}
}
