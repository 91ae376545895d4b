package main

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/quatre/quatre/cmd/play/texts"
)

func TestSecretIsKept(t *testing.T) {
	folder := t.TempDir()
	here := url.URL{Scheme: "http", Host: "localhost:8080"}
	first, err := loadSecret(texts.English, folder, here)
	if err != nil || len(first) < minSecretLength || len(first) > maxSecretLength {
		t.Fatalf("%d characters, %v", len(first), err)
	}
	if again, err := loadSecret(texts.English, folder, here); err != nil || again != first {
		t.Errorf("the second call returns another secret, %v", err)
	}
	for _, origin := range []url.URL{{Scheme: "https", Host: "localhost:8080"}, {Scheme: "http", Host: "localhost:8081"}} {
		if other, err := loadSecret(texts.English, folder, origin); err != nil || other == first {
			t.Errorf("%s: same secret as another hub, %v", origin.String(), err)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "quatre", "*"))
	if err != nil || len(files) != 3 {
		t.Errorf("the folder holds %q, %v", files, err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
}

func TestConcurrentSecretCreation(t *testing.T) {
	folder := t.TempDir()
	var programs sync.WaitGroup
	secrets := make([]string, 8)
	for i := range secrets {
		programs.Go(func() {
			var err error
			if secrets[i], err = loadSecret(texts.English, folder, url.URL{Scheme: "https", Host: "example.org"}); err != nil {
				t.Error(err)
			}
		})
	}
	programs.Wait()
	for _, s := range secrets {
		if s != secrets[0] {
			t.Fatal("programs started at once got different secrets")
		}
	}
}

func TestInvalidSecretFile(t *testing.T) {
	folder := t.TempDir()
	origin := url.URL{Scheme: "https", Host: "example.org"}
	if _, err := loadSecret(texts.English, folder, origin); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "quatre", secretFileName(origin))
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := loadSecret(texts.English, folder, origin); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("others can still read the file: %v, %v", info.Mode(), err)
	}
	for _, text := range []string{"", "short", strings.Repeat("x", 200), strings.Repeat("x", 20) + "\r\nHost: " + strings.Repeat("x", 20)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := loadSecret(texts.English, folder, origin); err == nil || !strings.Contains(err.Error(), "holds no valid secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
