package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBookFlag(t *testing.T) {
	good := "../../../internal/minimax/book/data/6x4x4.book"
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	data[9000] ^= 1
	damaged := filepath.Join(t.TempDir(), "damaged.book")
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"": "", good: "", damaged: "-book: " + damaged + " is ", "missing": "-book: open missing: "} {
		fs := NewFlags("hub", "", "", io.Discard)
		engine := BookFlag(fs)
		if _, err := Parse(fs, []string{"-book", name}); err != nil {
			t.Fatal(err)
		}
		e, err := engine()
		if want == "" && (err != nil || e == nil) || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("-book %q: %v, want %q", name, err, want)
		}
	}
}
