package main

import (
	"encoding/json"
	"os"
	"testing"

	"go.yaml.in/yaml/v3"
)

// example is one message of docs/asyncapi.yaml.
type example struct {
	name    string
	payload []byte // JSON
}

// examples returns the examples of docs/asyncapi.yaml by message. The protocol document
// is the test data of this program.
func examples(t testing.TB) map[string][]example {
	t.Helper()
	raw, err := os.ReadFile("../../docs/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components struct {
			Messages map[string]struct {
				Examples []struct {
					Name    string `yaml:"name"`
					Payload any    `yaml:"payload"`
				} `yaml:"examples"`
			} `yaml:"messages"`
		} `yaml:"components"`
	}
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string][]example{}
	for message, m := range doc.Components.Messages {
		for _, e := range m.Examples {
			payload, err := json.Marshal(e.Payload)
			if err != nil {
				t.Fatal(err)
			}
			all[message] = append(all[message], example{e.Name, payload})
		}
	}
	return all
}

// exampleLog returns the entries of the named example.
func exampleLog(t *testing.T, name string) []entry {
	t.Helper()
	for _, e := range examples(t)["entries"] {
		if e.name != name {
			continue
		}
		m, ok := decode(e.payload)
		if !ok {
			t.Fatalf("cannot decode the example %q", name)
		}
		return m.Entries
	}
	t.Fatalf("docs/asyncapi.yaml has no example %q", name)
	return nil
}

// foldAll folds a whole log.
func foldAll(entries []entry) roomState {
	var s roomState
	for _, e := range entries {
		s = fold(s, e)
	}
	return s
}
