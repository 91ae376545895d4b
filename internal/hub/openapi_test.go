package hub

import (
	"os"
	"testing"

	"go.yaml.in/yaml/v3"
)

// openapiExamples returns a function that returns the JSON of an example in docs/api/openapi.yaml; null
// if there is no example of this name.
func openapiExamples(t *testing.T) func(name string) []byte {
	t.Helper()
	raw, err := os.ReadFile("../../docs/api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components struct {
			Examples map[string]struct{ Value any }
		}
	}
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	return func(name string) []byte { return mustMarshal(doc.Components.Examples[name].Value) }
}
