package admin

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// stallLimit is how long whoever fetches a copy may take nothing of it.
const stallLimit = 30 * time.Second

// oneAtATime refuses a copy while another one is made: each reads the whole store.
func oneAtATime(busy chan struct{}, next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case busy <- struct{}{}:
			defer func() { <-busy }()
			next(w, r)
		default:
			http.Error(w, "Another copy is being made. Try again when it is done.", http.StatusTooManyRequests)
		}
	})
}

// patient is a response that may take long, but not stall.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
}

func newPatient(w http.ResponseWriter) patient { return patient{w, http.NewResponseController(w)} }

func (p patient) Write(b []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(stallLimit)); err != nil {
		return 0, err
	}
	return p.ResponseWriter.Write(b)
}

// stamped names a file after now.
func stamped(w http.ResponseWriter, extension string) {
	w.Header().Set("Content-Disposition", `attachment; filename="quatre-`+time.Now().UTC().Format("20060102T150405Z")+extension+`"`)
}

func (s *Site) serveExport(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	stamped(w, ".jsonl")
	done, err := Export(r.Context(), s.Store, newPatient(w))
	if err != nil {
		s.Log.Error("export broken off", "error", err)
		panic(http.ErrAbortHandler) // the client must not take it for whole
	}
	if err := done.Problems.Err(); err != nil {
		s.Log.Error("exported all but", "error", err)
	}
	s.Log.Info("exported", "rooms", done.Rooms, "games", done.Games)
}

// serveBackup copies the file aside first: whoever fetches it slowly must not hold
// up the store.
func (s *Site) serveBackup(w http.ResponseWriter, r *http.Request) {
	if s.Backup == nil {
		http.Error(w, "This store is no file: back Redis up, or use /export.", http.StatusNotFound)
		return
	}
	folder, err := os.MkdirTemp(s.Folder, ".quatre-backup-")
	if err != nil {
		s.fail(w, err)
		return
	}
	defer func() {
		if err := os.RemoveAll(folder); err != nil {
			s.Log.Error("a copy is left behind", "error", err)
		}
	}()
	copied := filepath.Join(folder, "copy")
	if err := s.Backup(r.Context(), copied); err != nil {
		s.fail(w, err)
		return
	}
	f, err := os.Open(copied)
	if err != nil {
		s.fail(w, err)
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	stamped(w, ".db")
	if _, err := io.Copy(newPatient(w), f); err != nil {
		s.Log.Error("backup broken off", "error", err)
		panic(http.ErrAbortHandler)
	}
	s.Log.Info("backed up")
}
