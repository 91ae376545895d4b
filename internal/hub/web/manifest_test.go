package web

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Browsers ignore icons, screenshots and shortcuts that are not as the manifest says.
func TestManifest(t *testing.T) {
	const public = "../../../frontend/public"
	type picture struct{ Src, Type, Sizes string }
	var manifest struct {
		Name, Description  string
		Icons, Screenshots []picture
		Shortcuts          []struct{ URL string }
	}
	raw, err := os.ReadFile(filepath.Join(public, "manifest.webmanifest"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatal(err)
	}
	for _, game := range []string{"Connect Four", "tic-tac-toe", "Force 3"} {
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
		if p.Type != "image/png" {
			continue
		}
		size, err := png.DecodeConfig(file)
		if got := strconv.Itoa(size.Width) + "x" + strconv.Itoa(size.Height); err != nil || got != p.Sizes {
			t.Errorf("%s: %s %v, want %s", p.Src, got, err, p.Sizes)
		}
	}
}
