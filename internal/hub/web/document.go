package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/hub/house"
	"github.com/quatre/quatre/internal/names"
)

// document is index.html, which the hub completes for each request: with the status of its address,
// the language and theme of its reader, and links to the files that its page needs at once.
type document struct {
	htmlFile
	pages  []pageAddress
	policy string // ContentPolicy, with the styles and the script in its head
}

// pageAddress is one line of pages.json, which the page's build writes.
type pageAddress struct {
	Address *regexp.Regexp `json:"address"` // with the groups room and game if it has these parts
	pageFiles
	Invited pageFiles `json:"invited"` // further files, for somebody who is invited
}

// pageFiles are the files that a browser loads at once.
type pageFiles struct {
	Scripts []string `json:"scripts"`
	Styles  []string `json:"styles"`
}

// place is what the path of a request shows.
type place struct {
	status int
	page   *pageAddress // nil: none
	room   string       // empty: no room
	game   string       // empty: no finished game
}

// ownTags matches the tags of index.html that each document has with its own content.
var ownTags = regexp.MustCompile(`<title>[^<]*</title>\s*|<meta\s+name="description"\s+content="[^"]*"\s*/?>\s*`)

// openDocument reads index.html and pages.json. It returns nil if there is no index.html.
func openDocument(files fs.FS, of house.House) (*document, error) {
	index, err := readHTML(files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	index.head = ownTags.ReplaceAllString(index.head, "") + of.Meta() + of.Style()
	d := &document{htmlFile: *index, policy: policyOf(index.head)}
	table, err := fs.ReadFile(files, "pages.json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(table, &d.pages); err != nil {
		return nil, fmt.Errorf("pages.json: %w", err)
	}
	return d, nil
}

// linksTo returns HTML that makes a browser load files. The page's code takes them from there
// instead of loading them itself, because the links have the same form as its own.
func linksTo(rel string, paths []string) string {
	var links strings.Builder
	for _, path := range paths {
		fmt.Fprintf(&links, "<link rel=\"%s\" crossorigin href=\"%s\">\n", rel, html.EscapeString(path))
	}
	return links.String()
}

var inlineTag = regexp.MustCompile(`(?s)<(style|script)>(.*?)</`)

// policyOf returns ContentPolicy for a document whose head has these styles and scripts, by their hashes.
func policyOf(head string) string {
	policy := ContentPolicy
	for _, tag := range inlineTag.FindAllStringSubmatch(head, -1) {
		sum := sha256.Sum256([]byte(tag[2]))
		own := tag[1] + "-src 'self'"
		policy = strings.Replace(policy, own, own+" 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", 1)
	}
	return policy
}

// find returns what a path shows. If no page has this path, the status is 404.
func (d *document) find(path string) place {
	if trimmed := strings.TrimRight(path, "/"); trimmed != "" {
		path = trimmed
	}
	for i := range d.pages {
		p := &d.pages[i]
		found := p.Address.FindStringSubmatch(path)
		if found == nil {
			continue
		}
		part := map[string]string{}
		for i, name := range p.Address.SubexpNames() {
			part[name] = found[i]
		}
		return place{status: http.StatusOK, page: p, room: part["room"], game: part["game"]}
	}
	return place{status: http.StatusNotFound}
}

// The page stores these choices of a person in cookies, for the hub.
const (
	languageCookie = "quatre-language"
	themeCookie    = "quatre-theme"
)

// languageOf returns the language of a document: the person's choice, else the first language of
// the browser that the page has, else English. The page's code chooses in the same way.
func languageOf(r *http.Request) string {
	if chosen, err := r.Cookie(languageCookie); err == nil && slices.Contains(names.Codes[:], chosen.Value) {
		return chosen.Value
	}
	preferred, _ := names.Preferred(r.Header.Get("Accept-Language"))
	return names.Codes[preferred]
}

// themeOf returns the theme that the person has chosen; empty for the system's.
func themeOf(r *http.Request) string {
	if chosen, err := r.Cookie(themeCookie); err == nil && (chosen.Value == "light" || chosen.Value == "dark") {
		return chosen.Value
	}
	return ""
}

// htmlFile is an HTML file of the page, which the hub completes for each request.
type htmlFile struct {
	opening string // up to the <html> tag
	head    string // from the <html> tag up to </head>
	body    string // from </head>
}

func readHTML(files fs.FS, name string) (*htmlFile, error) {
	const htmlTag, headEnd = `<html lang="en">`, "</head>"
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	opening, rest, hasTag := strings.Cut(string(content), htmlTag)
	head, body, hasEnd := strings.Cut(rest, headEnd)
	if !hasTag || !hasEnd {
		return nil, fmt.Errorf("%s has no %s or no %s", name, htmlTag, headEnd)
	}
	return &htmlFile{opening, head, headEnd + body}, nil
}

// complete returns the file in a language and a theme (empty: the system's), with more HTML at the
// end of its head.
func (f *htmlFile) complete(language, theme, more string) string {
	tag := `<html lang="` + language + `"`
	if theme != "" {
		tag += ` data-theme="` + theme + `"`
	}
	return f.opening + tag + ">" + f.head + more + f.body
}
