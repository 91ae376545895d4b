package web

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Page is the built web page: one HTML document for all paths of the page, and files whose
// names change with their content.
type Page struct {
	Build string // identifies the page's content; empty: the page was not built

	files    fs.FS
	document []byte // index.html; nil: the page was not built
}

const notBuilt = `Quatre is running, but its page was not built into this hub.

Build it with Node 20 or later, then start the hub again:

    cd frontend && npm ci && npm run build

or let "make run" do both.
`

// OpenPage reads the built page. Without index.html it returns a page that tells visitors how
// to build the real one.
func OpenPage(files fs.FS) (Page, error) {
	document, err := fs.ReadFile(files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return Page{}, nil
	}
	if err != nil {
		return Page{}, err
	}
	build, err := fs.ReadFile(files, "build.txt")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Page{}, err
	}
	return Page{files: files, document: document, Build: string(bytes.TrimSpace(build))}, nil
}

func (p Page) serve(w http.ResponseWriter, r *http.Request) {
	gzhttp.GzipHandler(http.HandlerFunc(p.serveFile))(w, r)
}

func (p Page) serveFile(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
	case p.document == nil:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(notBuilt))
	case path.Ext(name) == "" || name == "index.html":
		// The page's code reads the path and shows the right view.
		identity(w, r)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "private, no-cache") // private, because identity may set a cookie
		_, _ = w.Write(p.document)
	default:
		if strings.HasPrefix(name, "assets/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			w.Header().Set("Cache-Control", "no-cache")
		}
		if path.Ext(name) == ".webmanifest" {
			w.Header().Set("Content-Type", "application/manifest+json")
		}
		http.ServeFileFS(w, r, p.files, name)
	}
}
