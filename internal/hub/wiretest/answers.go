package wiretest

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// Answer checks the JSON answer of a hub to a request against openapi.yaml. If the document
// does not list the status for the request, the answer must have the schema of an error.
func Answer(method, path string, status int, body []byte) error {
	path, _, _ = strings.Cut(path, "?")
	template := templateOf(path)
	if template == "" && status != http.StatusNotFound {
		return fmt.Errorf("openapi.yaml has no path for %s", path)
	}
	pointer := "/components/schemas/error"
	operation := []string{"paths", template, strings.ToLower(method), "responses", strconv.Itoa(status)}
	if response, ok := openapi().at(operation...).(map[string]any); ok && response["$ref"] == nil {
		pointer = pointerTo(append(operation, "content", "application/json", "schema")...)
	}
	if err := openapi().validate(pointer, body); err != nil {
		return fmt.Errorf("%s %s: %d %s\n%w", method, path, status, body, err)
	}
	return nil
}

// templateOf returns the path template of the document that matches path; empty: none does.
func templateOf(path string) string {
	_, template := templates().Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}})
	return template
}

// templates has the path templates of the document, which are patterns of a ServeMux.
var templates = sync.OnceValue(func() *http.ServeMux {
	mux := http.NewServeMux()
	for template := range openapi().at("paths").(map[string]any) {
		mux.Handle(template, http.NotFoundHandler())
	}
	return mux
})

// pointerTo returns the JSON pointer to a path of keys (RFC 6901).
func pointerTo(keys ...string) string {
	var b strings.Builder
	for _, key := range keys {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
	}
	return b.String()
}
