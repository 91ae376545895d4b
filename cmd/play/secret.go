package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A player is whoever knows a secret. This program makes one for each hub, so
// that no hub learns what opens a seat at another one, and keeps it in a file
// that only its user can read. Whoever starts it again has the same seats.

const (
	secretFolder    = "quatre"
	minSecretLength = 22  // what hubs take for a secret
	maxSecretLength = 128 // the same
)

// secretFor returns the secret for the hub at origin, kept below folder, the
// user's configuration.
func loadSecret(folder string, origin url.URL) (string, error) {
	folder = filepath.Join(folder, secretFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("no place for your seat's secret: %w", err)
	}
	file := filepath.Join(folder, secretFileName(origin))
	secret, err := readSecret(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if err := writeSecret(folder, file); err != nil {
		return "", fmt.Errorf("your seat's secret was not kept: %w", err)
	}
	return readSecret(file)
}

// secretFile is the file's name: scheme, host and port in characters that all
// file systems have.
func secretFileName(origin url.URL) string {
	name := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, strings.ToLower(origin.Scheme+"-"+origin.Host))
	return name + ".secret"
}

func readSecret(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(file, 0o600); err != nil {
			return "", fmt.Errorf("%s can be read by others: %w", file, err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	secret := strings.TrimSpace(string(text))
	if len(secret) < minSecretLength || len(secret) > maxSecretLength || strings.ContainsFunc(secret, notAllowedInSecret) {
		return "", fmt.Errorf("%s holds no secret; delete it to begin as a new player", file)
	}
	return secret, nil
}

// notOfSecrets is true for what a header cannot carry.
func notAllowedInSecret(r rune) bool { return r <= ' ' || r > '~' }

// writeSecret makes the file whole or not at all. Of two programs that do so at
// once the first one's stays, and both read that.
func writeSecret(folder, file string) error {
	draft, err := os.CreateTemp(folder, "draft-*") // with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = fmt.Fprintln(draft, rand.Text()+rand.Text())
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	if err := os.Link(draft.Name(), file); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
