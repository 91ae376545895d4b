package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/minimax/experiment"
)

// trialsFile returns the name of the file that keeps the trials of an experiment, in the user's
// cache folder, and creates the folder of that file.
func trialsFile(s experiment.Settings) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	settings, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "quatre", "experiments")
	hash := sha256.Sum256(settings)
	return filepath.Join(dir, hex.EncodeToString(hash[:8])+".jsonl"), os.MkdirAll(dir, 0o700)
}

// readTrials returns the trials in a file; none if there is no such file.
func readTrials(name string) (trials []experiment.Trial, err error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for dec := json.NewDecoder(bytes.NewReader(text)); err == nil && dec.More(); {
		var trial experiment.Trial
		err = dec.Decode(&trial)
		trials = append(trials, trial)
	}
	return trials, err
}

// writeTrials replaces the trials in a file.
func writeTrials(name string, trials []experiment.Trial) error {
	return cli.WriteFile(name, 0o600, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for _, trial := range trials {
			if err := enc.Encode(trial); err != nil {
				return err
			}
		}
		return nil
	})
}
