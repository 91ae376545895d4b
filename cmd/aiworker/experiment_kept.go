package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/quatre/quatre/internal/minimax/experiment"
)

// keptTrials are the completed trials of an experiment, in memory and in a file. The first line of
// the file has the settings, each other line a trial. If the machine stopped while it wrote a
// line, the incomplete line is ignored and replaced.
type keptTrials struct {
	trials []experiment.Trial
	name   string
	file   *os.File // nil: the trials are not stored
}

// openKeptTrials opens or creates the file of an experiment, and reads its trials.
func openKeptTrials(cfg experimentConfig) (*keptTrials, error) {
	k := &keptTrials{name: cfg.keep}
	if cfg.keep == keepNone {
		return k, nil
	}
	settings, err := settingsKey(cfg.experiment.Settings)
	if err != nil {
		return nil, err
	}
	if k.name == "" {
		if k.name, err = cacheFile(settings); err != nil {
			return nil, fmt.Errorf("%w; -keep FILE keeps the trials elsewhere, -keep none nowhere", err)
		}
	}
	var known []byte
	if !cfg.again {
		if known, err = os.ReadFile(k.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	validBytes, err := k.read(known, settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}
	if k.file, err = os.OpenFile(k.name, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	if validBytes == 0 {
		validBytes = len(settings) + 1
		_, err = k.file.WriteAt([]byte(settings+"\n"), 0)
	}
	err = errors.Join(err, k.file.Truncate(int64(validBytes)))
	_, seekErr := k.file.Seek(int64(validBytes), 0)
	if err = errors.Join(err, seekErr); err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

// keepNone is the value of -keep for experiments whose trials are not stored.
const keepNone = "none"

// errOtherSettings reports a file that an experiment with other settings has written.
var errOtherSettings = errors.New("this file has an experiment with other settings; name another file with -keep, or overwrite this one with -again")

// read adds the trials of all complete lines to k, and returns the length of these lines in
// bytes.
func (k *keptTrials) read(content []byte, settings string) (validBytes int, err error) {
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, maxLine)
	for first := true; lines.Scan() && validBytes+len(lines.Bytes()) < len(content); first = false {
		var trial experiment.Trial
		switch {
		case first && lines.Text() != settings:
			return 0, errOtherSettings
		case first:
		case json.Unmarshal(lines.Bytes(), &trial) != nil:
			return validBytes, nil
		default:
			k.trials = append(k.trials, trial)
		}
		validBytes += len(lines.Bytes()) + 1
	}
	return validBytes, nil
}

// cacheFile returns the name of an experiment's file in the user's cache folder, and creates the
// folder of that file.
func cacheFile(settings string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "quatre", "experiments")
	hash := sha256.Sum256([]byte(settings))
	return filepath.Join(dir, hex.EncodeToString(hash[:8])+".jsonl"), os.MkdirAll(dir, 0o700)
}

// add appends a trial to k and to its file.
func (k *keptTrials) add(trial experiment.Trial) error {
	k.trials = append(k.trials, trial)
	if k.file == nil {
		return nil
	}
	line, err := json.Marshal(trial)
	if err != nil {
		return err
	}
	_, err = k.file.Write(append(line, '\n'))
	return err
}

// continuesFrom ends the sentence "the same command continues it": with the file of the trials, or
// by saying that the experiment begins again.
func (k *keptTrials) continuesFrom() string {
	if k.file == nil {
		return " from the start"
	}
	return " (" + k.name + ")"
}

func (k *keptTrials) close() {
	if k.file != nil {
		k.file.Close()
	}
}
