package web

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
)

// Page is the built web page: one HTML document for all paths of the page, and files whose
// names change with their content.
type Page struct {
	Build string // identifies the page's content; empty: the page was not built

	files    fs.FS
	document *document         // nil: the page was not built
	embeds   *embedPages       // nil: the page has none
	zipped   map[string][]byte // the files in assets/, compressed with gzip, by name
}

const notBuilt = `Quatre is running, but its page was not built into this hub.

Build it with Node 20 or later, then start the hub again:

    cd frontend && npm ci && npm run build

or let "make run" do both.
`

// OpenPage reads the built page. Without index.html it returns a page that tells visitors how
// to build the real one.
func OpenPage(files fs.FS) (Page, error) {
	document, err := openDocument(files)
	if err != nil || document == nil {
		return Page{}, err
	}
	build, err := fs.ReadFile(files, "build.txt")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Page{}, err
	}
	zipped, err := zipAssets(files)
	if err != nil {
		return Page{}, err
	}
	embeds, err := openEmbeds(files)
	if err != nil {
		return Page{}, err
	}
	return Page{files: files, document: document, embeds: embeds, zipped: zipped, Build: string(bytes.TrimSpace(build))}, nil
}

// zipAssets compresses the files in assets/ as well as gzip can. Compressing them so well for each
// request would be too slow.
func zipAssets(files fs.FS) (map[string][]byte, error) {
	zipped := map[string][]byte{}
	err := fs.WalkDir(files, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		zip, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // never fails: the level exists
		_, _ = zip.Write(content)
		_ = zip.Close()
		zipped[name] = out.Bytes()
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // a page without assets
	}
	return zipped, err
}

// ServePage answers requests for everything that is not below /api/.
func (s *Server) ServePage(w http.ResponseWriter, r *http.Request) {
	gzhttp.GzipHandler(http.HandlerFunc(s.servePage))(w, r)
}

func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	page, name := s.cfg.Page, strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
	case page.document == nil:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(notBuilt))
	case path.Ext(name) == "":
		// The page's code reads the path and shows the right view.
		identity(w, r)
		at := page.document.find(r.URL.Path)
		shown, status := s.look(r, at)
		at.status = status
		at.links += discoveryLink(r, at)
		page.document.write(w, r, at, &shown)
	default:
		page.serveFile(w, r, name)
	}
}

func (p Page) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	if path.Ext(name) == ".webmanifest" {
		w.Header().Set("Content-Type", "application/manifest+json")
	}
	if zipped := p.zipped[name]; zipped != nil && acceptsGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Add("Vary", "Accept-Encoding")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(zipped))
		return
	}
	http.ServeFileFS(w, r, p.files, name)
}

// noGzip is a list of encodings that forbids gzip.
var noGzip = regexp.MustCompile(`(?i)gzip\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$)`)

func acceptsGzip(r *http.Request) bool {
	accepted := r.Header.Get("Accept-Encoding")
	return strings.Contains(strings.ToLower(accepted), "gzip") && !noGzip.MatchString(accepted)
}
