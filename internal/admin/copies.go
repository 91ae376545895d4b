package admin

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// writeTimeout is the time limit for one write of a copy to the client.
const writeTimeout = 30 * time.Second

// oneAtATime refuses a copy while another one is made, because each reads the whole store.
func oneAtATime(busy chan struct{}, next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case busy <- struct{}{}:
			defer func() { <-busy }()
			next(w, r)
		default:
			http.Error(w, oneCopyText[languageOf(r)], http.StatusTooManyRequests)
		}
	})
}

// deadlineWriter is a response with a time limit for each write, not for the whole response.
type deadlineWriter struct{ http.ResponseWriter }

func (p deadlineWriter) Write(b []byte) (int, error) {
	if err := http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	return p.ResponseWriter.Write(b)
}

// setFileName sets the name of the download, with the current time.
func setFileName(w http.ResponseWriter, extension string) {
	w.Header().Set("Content-Disposition", `attachment; filename="quatre-`+time.Now().UTC().Format("20060102T150405Z")+extension+`"`)
}

func (s *Site) serveExport(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	setFileName(w, ".jsonl")
	result, err := Export(r.Context(), s.Store, deadlineWriter{w})
	if err != nil {
		s.Log.Error("export aborted", "error", err)
		panic(http.ErrAbortHandler) // the client must notice that the file is incomplete
	}
	if err := result.Problems.Err(); err != nil {
		s.Log.Error("export lacks what is damaged", "error", err)
	}
	s.Log.Info("export complete", "rooms", result.Rooms, "games", result.Games)
}

// serveBackup first copies the file of the store to a temporary folder, so that a slow
// client does not block the store.
func (s *Site) serveBackup(w http.ResponseWriter, r *http.Request) {
	if s.Backup == nil {
		http.Error(w, notAFileText[languageOf(r)], http.StatusNotFound)
		return
	}
	folder, err := os.MkdirTemp(s.Folder, ".quatre-backup-")
	if err != nil {
		s.fail(w, err, languageOf(r))
		return
	}
	defer func() {
		if err := os.RemoveAll(folder); err != nil {
			s.Log.Error("temporary backup folder not removed", "error", err)
		}
	}()
	path := filepath.Join(folder, "copy")
	if err := s.Backup(r.Context(), path); err != nil {
		s.fail(w, err, languageOf(r))
		return
	}
	f, err := os.Open(path)
	if err != nil {
		s.fail(w, err, languageOf(r))
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	setFileName(w, ".db")
	if _, err := io.Copy(deadlineWriter{w}, f); err != nil {
		s.Log.Error("backup aborted", "error", err)
		panic(http.ErrAbortHandler)
	}
	s.Log.Info("backup complete")
}
