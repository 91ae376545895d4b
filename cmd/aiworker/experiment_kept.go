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

// keptTrials are the trials of an experiment that are done. They are also in a file: its first
// line has the settings, each other line a trial. A line that was cut short, because the machine
// stopped, is ignored and replaced.
type keptTrials struct {
	trials []experiment.Trial
	name   string
	file   *os.File // nil: the trials are not kept
}

// openKept opens the file of an experiment, or creates it, and reads its trials.
func openKept(cfg experimentConfig) (*keptTrials, error) {
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
	good, err := k.read(known, settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}
	if k.file, err = os.OpenFile(k.name, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	if good == 0 {
		good = len(settings) + 1
		_, err = k.file.WriteAt([]byte(settings+"\n"), 0)
	}
	err = errors.Join(err, k.file.Truncate(int64(good)))
	_, seekErr := k.file.Seek(int64(good), 0)
	if err = errors.Join(err, seekErr); err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

// keepNone is the -keep of experiments that are not kept.
const keepNone = "none"

// errOtherSettings is the error of a file that another experiment has written.
var errOtherSettings = errors.New("this file has an experiment with other settings; name another with -keep, or replace it with -again")

// read reads the lines of a file that are complete, and returns their length. It returns 0 for
// a file without any.
func (k *keptTrials) read(content []byte, settings string) (good int, err error) {
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, maxLine)
	for first := true; lines.Scan() && good+len(lines.Bytes()) < len(content); first = false {
		var p experiment.Trial
		switch {
		case first && lines.Text() != settings:
			return 0, errOtherSettings
		case first:
		case json.Unmarshal(lines.Bytes(), &p) != nil:
			return good, nil
		default:
			k.trials = append(k.trials, p)
		}
		good += len(lines.Bytes()) + 1
	}
	return good, nil
}

// cacheFile returns the file for an experiment in the user's cache folder.
func cacheFile(settings string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "quatre", "experiments")
	hash := sha256.Sum256([]byte(settings))
	return filepath.Join(dir, hex.EncodeToString(hash[:8])+".jsonl"), os.MkdirAll(dir, 0o700)
}

// add keeps a trial.
func (k *keptTrials) add(p experiment.Trial) error {
	k.trials = append(k.trials, p)
	if k.file == nil {
		return nil
	}
	line, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = k.file.Write(append(line, '\n'))
	return err
}

// where says where the trials are, for the end of a sentence.
func (k *keptTrials) where() string {
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
