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

	"github.com/quatre/quatre/cmd/play/texts"
)

// A secret identifies a player. This program makes one secret for each hub, so that no
// hub learns a secret that is valid at another hub. It keeps the secrets in files that
// only the user can read.

const (
	secretFolder    = "quatre"
	minSecretLength = 22 // hubs refuse shorter and longer secrets
	maxSecretLength = 128
)

// loadSecret returns the secret for the hub at origin. It creates one on the first call.
// folder is the user's configuration folder.
func loadSecret(l texts.Lang, folder string, origin url.URL) (string, error) {
	folder = filepath.Join(folder, secretFolder)
	file := filepath.Join(folder, secretFileName(origin))
	secret, err := readSecret(l, file)
	if errors.Is(err, fs.ErrNotExist) {
		if err := writeSecret(folder, file); err != nil {
			return "", l.Error(texts.NoSaveSecret, err)
		}
		secret, err = readSecret(l, file)
	}
	return secret, err
}

// secretFileName returns the name of the file: scheme, host and port, in characters that
// all file systems allow.
func secretFileName(origin url.URL) string {
	name := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, strings.ToLower(origin.Scheme+"-"+origin.Host))
	return name + ".secret"
}

func readSecret(l texts.Lang, file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(file, 0o600); err != nil {
			return "", l.Error(texts.OthersCanRead, file, err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	secret := strings.TrimSpace(string(text))
	notInHeader := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(secret) < minSecretLength || len(secret) > maxSecretLength || strings.ContainsFunc(secret, notInHeader) {
		return "", l.Error(texts.InvalidSecret, file)
	}
	return secret, nil
}

// writeSecret creates the file atomically. If two programs do so at once, the first file
// stays and both read it.
func writeSecret(folder, file string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
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
