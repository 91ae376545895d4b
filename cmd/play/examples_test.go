package main

import (
	"encoding/json"
	"os"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/quatre/quatre/internal/room"
)

// example is one message of docs/api/asyncapi.yaml.
type example struct {
	name    string
	payload []byte // JSON
}

// examples returns the examples of docs/api/asyncapi.yaml by message. The protocol document
// is the test data of this program.
func examples(t testing.TB) map[string][]example {
	t.Helper()
	raw, err := os.ReadFile("../../docs/api/asyncapi.yaml")
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

// The players in the examples.
const (
	ana room.PlayerID = "Vt3mQ0p8Yy6s1o2h4GqJ5A"
	zoe room.PlayerID = "b9Kq2LrXw0aZt7uPnE4c1g"
)

// exampleLog returns the entries of the named example.
func exampleLog(t *testing.T, name string) []room.Entry {
	t.Helper()
	for _, e := range examples(t)["entries"] {
		if e.name != name {
			continue
		}
		m, ok := decode(e.payload)
		if !ok {
			t.Fatalf("cannot decode the example %q", name)
		}
		var log []room.Entry
		for _, raw := range m.Entries {
			log = append(log, decodeEntry(inOrder(t, raw)))
		}
		return log
	}
	t.Fatalf("docs/api/asyncapi.yaml has no example %q", name)
	return nil
}

// inOrder returns an entry of an example as a hub writes it: with its fields in this order, and a digest.
func inOrder(t *testing.T, raw []byte) []byte {
	t.Helper()
	var e struct {
		N         uint64          `json:"n"`
		At        int64           `json:"at"`
		By        string          `json:"by,omitempty"`
		Cmd       string          `json:"cmd,omitempty"`
		Type      string          `json:"type"`
		Ignorable bool            `json:"ignorable,omitempty"`
		Data      json.RawMessage `json:"data"`
		Digest    string          `json:"digest"`
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		t.Fatal(err)
	}
	e.Digest = "0123456789abcdef" // the examples have none
	ordered, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return ordered
}
