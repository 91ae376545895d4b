package texts

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestErrorsOfTheSystemAreTranslated(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	_, refused := net.Dial("tcp", address)
	file := filepath.Join(t.TempDir(), "none")
	_, missing := os.Open(file)
	for want, err := range map[string]error{"personne ne répond à l’adresse " + address: refused, "le fichier " + file + " n’existe pas": missing} {
		got := French.Error(NoAnswer, "example.org", err)
		if !strings.HasSuffix(got.Error(), want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := English.Error(NoAnswer, "example.org", err).Error(); !strings.HasSuffix(got, err.Error()) {
			t.Errorf("English: %q", got)
		}
	}
}
