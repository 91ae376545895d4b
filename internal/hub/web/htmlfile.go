package web

import (
	"fmt"
	"io/fs"
	"strings"
)

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
