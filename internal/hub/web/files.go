package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The page's build compresses its files: for app.js it leaves app.js.br and app.js.gz, and no app.js
// (frontend/scripts/compress.ts). Files that are small in themselves, such as pictures, it leaves as they are.

// extensions are the endings of compressed files, by their coding.
var extensions = map[string]string{"br": ".br", "gzip": ".gz", "identity": ""}

// serveFile answers a request for a file of the page.
func (p Page) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	head := w.Header()
	if name == "manifest.webmanifest" {
		if languageOf(r) == "fr" {
			name = "manifest.fr.webmanifest"
		}
		head.Set("Content-Type", "application/manifest+json")
		head.Add("Vary", "Accept-Language, Cookie")
	}
	if named, ok := p.manifests[name]; ok {
		head.Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(named))
		return
	}
	form := "identity"
	if _, err := fs.Stat(p.files, name+extensions["gzip"]); err == nil {
		form = coding(strings.Join(r.Header.Values("Accept-Encoding"), ","))
		head.Add("Vary", "Accept-Encoding")
	}
	content, err := p.open(name, form)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if form != "identity" {
		head.Set("Content-Encoding", form)
		head.Set("Content-Length", strconv.FormatInt(content.Size(), 10)) // ServeContent does not set it for encoded files
	}
	head.Set("ETag", `"`+p.Build+"-"+form+`"`) // forms have different tags, because parts of them do not fit together
	if strings.HasPrefix(name, "assets/") {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		head.Set("Cache-Control", "no-cache")
	}
	http.ServeContent(w, r, path.Base(name), time.Time{}, content)
}

// manifestName matches the names of the app in a manifest.
var manifestName = regexp.MustCompile(`("(?:short_)?name"): "Quatre[^"]*"`)

// nameManifests gives the manifests the name of the house.
func (p *Page) nameManifests() error {
	if p.house.Name == "" {
		return nil
	}
	p.manifests = map[string][]byte{}
	name, _ := json.Marshal(p.house.Name) // never fails
	for _, file := range []string{"manifest.webmanifest", "manifest.fr.webmanifest"} {
		content, err := p.open(file, "identity")
		if err != nil {
			return err
		}
		text, _ := io.ReadAll(content) // never fails: it is in memory
		p.manifests[file] = manifestName.ReplaceAll(text, fmt.Appendf(nil, "$1: %s", bytes.ReplaceAll(name, []byte("$"), []byte("$$"))))
	}
	return nil
}

// coding returns the smallest form of a file that an Accept-Encoding header names without forbidding
// it: "br", "gzip" or "identity".
func coding(header string) string {
	for _, form := range []string{"br", "gzip"} {
		for part := range strings.SplitSeq(strings.ToLower(header), ",") {
			name, quality, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
			if name == form && strings.TrimRight(quality, "0.") != "q=" {
				return form
			}
		}
	}
	return "identity"
}

// open returns a file in one of its forms.
func (p Page) open(name, form string) (*bytes.Reader, error) {
	content, err := fs.ReadFile(p.files, name+extensions[form])
	if form != "identity" || !errors.Is(err, fs.ErrNotExist) {
		return bytes.NewReader(content), err
	}
	// Few clients accept no compression, so the hub unpacks the file for each of them.
	packed, err := fs.ReadFile(p.files, name+extensions["gzip"])
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	content, err = io.ReadAll(unpacked)
	return bytes.NewReader(content), err
}
