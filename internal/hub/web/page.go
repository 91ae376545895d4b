package web

import (
	"bytes"
	"cmp"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/klauspost/compress/gzhttp"

	"github.com/quatre/quatre/internal/hub/house"
	"github.com/quatre/quatre/internal/room"
)

// Page is the built web page: one HTML document for all paths of the page, and files whose
// names change with their content.
type Page struct {
	Build string // identifies the page's content; empty: the page was not built

	files    fs.FS
	document *document // nil: the page was not built

	gameEmbed, roomEmbed *htmlFile // the documents of embeds: of a finished game, and of a room

	house     house.House
	manifests map[string][]byte // with the name of the house, by file; empty if it has none
}

const notBuilt = `Quatre is running, but its page was not built into this hub.

"go install" and "go build" do not build the page. Install a release, as docs/host/install.md
says, or build page and hub in a clone, with Go, Node 20.19 or later, and make:

    git clone https://github.com/quatre/quatre && cd quatre && make run
`

// OpenPage reads the built page. Without index.html it returns a page that tells visitors how
// to build the real one. It fails if another file of the page is missing or cannot be read.
func OpenPage(files fs.FS, of house.House) (Page, error) {
	document, err := openDocument(files, of)
	if err != nil || document == nil {
		return Page{}, err
	}
	build, errB := fs.ReadFile(files, "build.txt")
	game, errG := readHTML(files, "embed/game.html")
	live, errL := readHTML(files, "embed/room.html")
	p := Page{
		files: files, document: document, Build: string(bytes.TrimSpace(build)), gameEmbed: game, roomEmbed: live,
		house: of,
	}
	if err := cmp.Or(errB, errG, errL); err != nil {
		return Page{}, err
	}
	game.head += of.Meta()
	live.head += of.Meta()
	return p, p.nameManifests()
}

// RedirectLinks wraps all handlers. It redirects a link with the full stop of its sentence, or with anything else that
// room.TrimLink removes, to the address without it. It leaves alone what programs ask for, and queries that may end so: with
// the name of a custom level, or with the address for OEmbed.
func RedirectLinks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, query := strings.TrimRight(r.URL.EscapedPath(), "/"), r.URL.RawQuery
		short := room.TrimLink(given)
		if short != "/oembed" && !strings.Contains(query, "custom") {
			query = room.TrimLink(query)
		}
		if short == given && query == r.URL.RawQuery || strings.HasPrefix(given, "/api/") || r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		link := path.Clean("/" + short) // begins with one slash, so it does not lead to another host
		if query != "" {
			link += "?" + query
		}
		http.Redirect(w, r, link, http.StatusPermanentRedirect)
	})
}

// ServePage answers requests for everything that is not below /api/.
func (s *Server) ServePage(w http.ResponseWriter, r *http.Request) {
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
		gzhttp.GzipHandler(http.HandlerFunc(s.serveDocument))(w, r)
	default:
		page.serveFile(w, r, name)
	}
}

// serveDocument answers a request for a page. The page's code reads the path and shows the right
// view.
func (s *Server) serveDocument(w http.ResponseWriter, r *http.Request) {
	identity(w, r)
	document, language := s.cfg.Page.document, languageOf(r)
	at := document.find(r.URL.Path)
	var shown preview
	shown, at.status = s.look(r, at)
	var scripts, styles string
	if at.page != nil {
		scripts, styles = linksTo("modulepreload", at.page.Scripts), linksTo("stylesheet", at.page.Styles)
	}
	if shown.waiting {
		scripts += linksTo("modulepreload", at.page.Invited.Scripts)
		styles += linksTo("stylesheet", at.page.Invited.Styles)
	}
	page := document.complete(language, themeOf(r), shown.meta(r, language, s.cfg.Page.house)+scripts+discoveryLink(r, at, &shown))
	if at.status == http.StatusOK && at.room != "" && at.game == "" {
		page = strings.Replace(page, "<body>", "<body data-room>", 1) // it shows the outline of a board
	}
	page = strings.Replace(page, "</body>", styles+"</body>", 1) // after the outline, which needs no file
	w.Header().Set("Content-Security-Policy", document.policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-cache") // private, because it depends on cookies and sets one
	w.WriteHeader(at.status)
	_, _ = io.WriteString(w, page) // an error means that the client has gone
}
