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

func TestManifest(t *testing.T) {
	testManifest(t, "en", "Connect Four", "tic-tac-toe", "Force 3")
	testManifest(t, "fr", "Puissance 4", "morpion", "Force 3")
}

// Browsers ignore icons, screenshots and shortcuts that are not as the manifest says.
func testManifest(t *testing.T, language string, games ...string) {
	type picture struct{ Src, Type, Sizes, Purpose string }
	var manifest struct {
		ID, Name, Description, Lang string
		Icons, Screenshots          []picture
		Shortcuts                   []struct{ URL string }
	}
	raw, err := os.ReadFile(filepath.Join(public, manifestFor(language)))
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
