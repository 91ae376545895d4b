package book

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/quatre/quatre/internal/minimax/solver"
)

// workFile has the results of a Generator in memory and in a text file. It appends each result
// to the file, so a Generator can resume after any interruption. The first line names the
// board. Each other line has the form
//
//	KEY LOW HIGH
//
// with the key in hexadecimal. A position can have several lines, each with narrower bounds
// than the line before. A workFile is safe for concurrent use.
type workFile struct {
	mu    sync.Mutex
	file  *os.File
	known map[uint64]bounds
	lines int // lines written since the last sync
}

// syncEvery is the number of results after which put syncs the file to disk. A power failure
// loses at most these results.
const syncEvery = 256

// workName is the name of the work file in its folder.
const workName = "solved.txt"

// workHeader returns the first line of the work file of a board.
func workHeader(b solver.Board) string {
	return fmt.Sprintf("# book connect4:%dx%d:%d", b.Columns, b.Rows, b.Align)
}

func openWork(name string, b solver.Board) (*workFile, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	w := &workFile{file: file, known: map[uint64]bounds{}}
	if err := w.read(workHeader(b)); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return w, nil
}

// read loads the file, removes an incomplete last line, and leaves the file ready to
// append.
func (w *workFile) read(head string) error {
	in := bufio.NewReader(w.file)
	size := int64(0)
	for n := 1; ; n++ {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		size += int64(len(line))
		line = strings.TrimSuffix(line, "\n")
		if n == 1 {
			if line != head {
				return fmt.Errorf("the file begins with %q, want %q", line, head)
			}
			continue
		}
		var key uint64
		var v bounds
		if _, err := fmt.Sscanf(line, "%x %d %d", &key, &v.low, &v.high); err != nil || v.low > v.high {
			return fmt.Errorf("line %d: %q is not a key and two bounds", n, line)
		}
		w.known[key] = v
	}
	if err := w.file.Truncate(size); err != nil {
		return err
	}
	if _, err := w.file.Seek(size, io.SeekStart); err != nil {
		return err
	}
	if size == 0 {
		_, err := fmt.Fprintln(w.file, head)
		return err
	}
	return nil
}

func (w *workFile) get(key uint64) (bounds, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	v, found := w.known[key]
	return v, found
}

// put narrows the known bounds of a position.
func (w *workFile) put(key uint64, v bounds) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	old, found := w.known[key]
	if found {
		v = bounds{max(v.low, old.low), min(v.high, old.high)}
		if v == old {
			return nil
		}
	}
	if v.low > v.high {
		return fmt.Errorf("position %x: %v contradicts %v, found earlier", key, v, old)
	}
	w.known[key] = v
	if _, err := fmt.Fprintf(w.file, "%x %d %d\n", key, v.low, v.high); err != nil {
		return err
	}
	if w.lines++; w.lines < syncEvery {
		return nil
	}
	w.lines = 0
	return w.file.Sync()
}

func (w *workFile) close() error { return errors.Join(w.file.Sync(), w.file.Close()) }
