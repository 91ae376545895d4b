// Package wiretest checks frames and answers against docs/api/asyncapi.yaml and
// docs/api/openapi.yaml, for tests.
//
// Clients must ignore fields that they do not know, so the documents allow additional fields.
// For this package an additional field is an error: a hub must send documented fields only.
package wiretest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// document is asyncapi.yaml or openapi.yaml, with its schemas.
type document struct {
	name string
	root map[string]any

	mu       sync.Mutex // guards compiler
	compiler *jsonschema.Compiler
}

// base is the URL of the folder of the documents, so that references between them work.
const base = "file:///docs/"

var asyncapi, openapi = sync.OnceValue(func() *document { return mustLoad("asyncapi.yaml") }),
	sync.OnceValue(func() *document { return mustLoad("openapi.yaml") })

// mustLoad reads a document. It panics if it cannot, because no test can go on then.
func mustLoad(name string) *document {
	d := &document{name: name, compiler: jsonschema.NewCompiler()}
	for _, file := range []string{"asyncapi.yaml", "openapi.yaml"} {
		root, err := read(file)
		if err != nil {
			panic(err)
		}
		if file == name {
			d.root = root
		}
		closeSchemas(root)
		if err := d.compiler.AddResource(base+file, root); err != nil {
			panic(err)
		}
	}
	return d
}

// read returns a document as decoded JSON. It looks for docs/api/ in the working directory and in
// the folders above it.
func read(name string) (map[string]any, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for ; ; dir = filepath.Dir(dir) {
		raw, err := os.ReadFile(filepath.Join(dir, "docs/api", name))
		if err == nil {
			return decode(raw)
		}
		if dir == filepath.Dir(dir) {
			return nil, fmt.Errorf("docs/api/%s is not in the working directory or a folder above it", name)
		}
	}
}

func decode(raw []byte) (map[string]any, error) {
	var doc any
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return nil, err
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return value.(map[string]any), nil
}

// validate checks a JSON text against the schema at a JSON pointer of the document.
func (d *document) validate(pointer string, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	u := url.URL{Fragment: pointer}
	d.mu.Lock()
	s, err := d.compiler.Compile(base + d.name + u.String()) // it keeps the schemas
	d.mu.Unlock()
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// at returns the value at a path of keys; nil: there is none.
func (d *document) at(keys ...string) any {
	var node any = d.root
	for _, key := range keys {
		object, _ := node.(map[string]any)
		node = object[key]
	}
	return node
}
