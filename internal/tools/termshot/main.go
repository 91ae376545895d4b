// Command termshot takes a picture of a program in a terminal, for the README.
//
//	termshot -o FILE.svg [-size 80x24] [-keys KEYS] -- PROGRAM ARGS...
//
// It starts the program in tmux, presses keys, and draws the screen as SVG. KEYS are tmux's names of
// keys, separated by spaces. A key "~TEXT" waits until the screen shows TEXT, in which _ stands for
// a space.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	out := flag.String("o", "", "the `file` to write")
	size := flag.String("size", "80x24", "`columns x lines` of the terminal")
	keys := flag.String("keys", "", "the `keys` to press")
	flag.Parse()
	if err := takePicture(*out, *size, strings.Fields(*keys), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "termshot:", err)
		os.Exit(1)
	}
}

const (
	waitTimeout = 60 * time.Second
	pollEvery   = 50 * time.Millisecond
)

// takePicture runs a program, presses keys and writes a picture of the screen to the file out.
func takePicture(out, size string, keys, program []string) error {
	var columns, lines int
	if _, err := fmt.Sscanf(size, "%dx%d", &columns, &lines); err != nil || out == "" || len(program) == 0 {
		return errors.New("usage: termshot -o FILE.svg [-size 80x24] [-keys KEYS] -- PROGRAM [ARGUMENT]")
	}
	t, err := startTerminal(columns, lines, program)
	if err != nil {
		return err
	}
	defer t.close()
	for _, key := range keys {
		if text, waits := strings.CutPrefix(key, "~"); waits {
			err = t.waitFor(strings.ReplaceAll(text, "_", " "))
		} else {
			_, err = t.tmux("send-keys", key)
		}
		if err != nil {
			return err
		}
	}
	screen, err := t.tmux("capture-pane", "-e", "-p")
	if err != nil {
		return err
	}
	return os.WriteFile(out, draw(screen, columns, lines), 0o644)
}

// terminal is a tmux server with one window. Its socket and its configuration are in folder.
type terminal struct{ folder string }

func startTerminal(columns, lines int, program []string) (*terminal, error) {
	folder, err := os.MkdirTemp("", "termshot")
	if err != nil {
		return nil, err
	}
	t := &terminal{folder}
	conf := "set -g status off\nset -g remain-on-exit on\nset -g default-terminal tmux-256color\n"
	if err := os.WriteFile(filepath.Join(folder, "conf"), []byte(conf), 0o600); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	args := []string{"new-session", "-d", "-x", fmt.Sprint(columns), "-y", fmt.Sprint(lines)}
	if _, err := t.tmux(slices.Concat(args, program)...); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *terminal) tmux(args ...string) (string, error) {
	cmd := exec.Command("tmux", slices.Concat([]string{"-u", "-S", filepath.Join(t.folder, "s"), "-f", filepath.Join(t.folder, "conf")}, args)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}

// waitFor waits until the screen shows text.
func (t *terminal) waitFor(text string) error {
	for deadline := time.Now().Add(waitTimeout); ; time.Sleep(pollEvery) {
		screen, err := t.tmux("capture-pane", "-p")
		if err != nil || strings.Contains(screen, text) {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the screen does not show %q:\n%s", text, screen)
		}
	}
}

func (t *terminal) close() {
	_, _ = t.tmux("kill-server")
	_ = os.RemoveAll(t.folder)
}
