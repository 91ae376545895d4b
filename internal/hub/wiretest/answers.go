package wiretest

import (
	"fmt"
	"net/http"
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
	parts := strings.Split(path, "/")
	for template, pieces := range templates() {
		if len(pieces) != len(parts) {
			continue
		}
		same := true
		for i, piece := range pieces {
			same = same && (piece == parts[i] || strings.HasPrefix(piece, "{"))
		}
		if same {
			return template
		}
	}
	return ""
}

var templates = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for template := range openapi().at("paths").(map[string]any) {
		all[template] = strings.Split(template, "/")
	}
	return all
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
