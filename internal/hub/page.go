package hub

import (
	"bytes"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// page is the built web page: files whose names change with their content, and
// one document that stands for every address of the page.
type page struct {
	files    fs.FS
	document []byte // index.html; nil: the page was not built
	build    string // names the page's content; empty: not built
}

const notBuilt = `Quatre is running, but its page was not built into this hub.

Build it with Node 20 or later, then start the hub again:

    cd frontend && npm ci && npm run build

or let "make run" do both.
`

func newPage(files fs.FS) (page, error) {
	document, err := fs.ReadFile(files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return page{}, nil
	}
	if err != nil {
		return page{}, err
	}
	build, err := fs.ReadFile(files, "build.txt")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return page{}, err
	}
	return page{files: files, document: document, build: string(bytes.TrimSpace(build))}, nil
}

func (p page) serve(w http.ResponseWriter, r *http.Request) { compressed(p.serveFile)(w, r) }

func (p page) serveFile(w http.ResponseWriter, r *http.Request) {
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
		// An address of the page: its own code finds out which.
		identity(w, r)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "private, no-cache") // it may set a cookie
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

func compressed(next http.HandlerFunc) http.HandlerFunc { return gzhttp.GzipHandler(next) }

// isLocal reports whether a Host header names this machine itself.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && ip.IsLoopback()
}
