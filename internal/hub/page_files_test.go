package hub

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/storetest"
)

// The hub serves each file of the page in the form that its client wants, with the headers of that form.
func TestPageFiles(t *testing.T) {
	handler := serve(t, "hub", storetest.Open(t), builtPage).hub.Handler()
	ask := func(method, path string, header http.Header) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, nil)
		r.Header = header
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	const immutable = "public, max-age=31536000, immutable"
	brotli, gz := string(builtPage["assets/a.js.br"].Data), string(builtPage["assets/a.js.gz"].Data)
	worker, picture := string(builtPage["sw.js.br"].Data), string(builtPage["icons/a.png"].Data)

	tags := map[string]string{}
	for _, test := range []struct{ path, accepts, form, content, kind, caching string }{
		{"/assets/a.js", "gzip, deflate, br, zstd", "br", brotli, "text/javascript; charset=utf-8", immutable},
		{"/assets/a.js", "gzip, deflate", "gzip", gz, "text/javascript; charset=utf-8", immutable},
		{"/assets/a.js", "br;q=0, gzip", "gzip", gz, "text/javascript; charset=utf-8", immutable},
		{"/assets/a.js", "", "", aScript, "text/javascript; charset=utf-8", immutable},
		{"/assets/a.js", "gzip;q=0", "", aScript, "text/javascript; charset=utf-8", immutable},
		{"/sw.js", "br", "br", worker, "text/javascript; charset=utf-8", "no-cache"},
		{"/icons/a.png", "br", "", picture, "image/png", "no-cache"},
		{"/manifest.webmanifest", "br", "", string(builtPage["manifest.webmanifest"].Data), "application/manifest+json", "no-cache"},
	} {
		header := http.Header{"Accept-Encoding": {test.accepts}}
		w := ask("GET", test.path, header)
		h := w.Header()
		if w.Code != http.StatusOK || w.Body.String() != test.content || h.Get("Content-Encoding") != test.form {
			t.Errorf("%+v: %d %v", test, w.Code, h)
		}
		if h.Get("Content-Type") != test.kind || h.Get("Cache-Control") != test.caching {
			t.Errorf("%+v: %v", test, h)
		}
		if h.Get("Content-Length") != strconv.Itoa(len(test.content)) {
			t.Errorf("%+v: the length is %s", test, h.Get("Content-Length"))
		}
		tag := h.Get("ETag")
		if form, taken := tags[test.path+tag]; taken && form != test.form {
			t.Errorf("%+v: %s is also the tag of the form %q", test, tag, form)
		}
		tags[test.path+tag] = test.form

		if head := ask("HEAD", test.path, header); head.Body.Len() > 0 || head.Header().Get("Content-Length") != h.Get("Content-Length") {
			t.Errorf("%+v: HEAD answers %v and %d bytes", test, head.Header(), head.Body.Len())
		}
		again := ask("GET", test.path, http.Header{"Accept-Encoding": {test.accepts}, "If-None-Match": {tag}})
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 || again.Header().Get("Content-Length") != "" {
			t.Errorf("%+v: with its tag: %d %v", test, again.Code, again.Header())
		}
		part := ask("GET", test.path, http.Header{"Accept-Encoding": {test.accepts}, "Range": {"bytes=0-1"}, "If-Range": {tag}})
		if part.Code != http.StatusPartialContent || part.Body.String() != test.content[:2] || part.Header().Get("Content-Length") != "2" {
			t.Errorf("%+v: a part: %d %v", test, part.Code, part.Header())
		}
	}
	for _, path := range []string{"/assets/gone.js", "/assets/a.css", "/sw.css"} {
		if w := ask("GET", path, nil); w.Code != http.StatusNotFound || strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s, which is not there: %d %v", path, w.Code, w.Header())
		}
	}
	french := ask("GET", "/manifest.webmanifest", http.Header{"Accept-Language": {"fr-CA"}})
	if french.Body.String() != string(builtPage["manifest.fr.webmanifest"].Data) || !strings.Contains(french.Header().Get("Vary"), "Accept-Language") {
		t.Errorf("the manifest in French: %s %v", french.Body, french.Header())
	}
}
