package wiretest

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Every example of asyncapi.yaml matches its schema.
func TestExamplesOfFrames(t *testing.T) {
	count := 0
	for operation, names := range messages() {
		for _, name := range names {
			for _, example := range asyncapi().at("components", "messages", name, "examples").([]any) {
				count++
				frame, err := json.Marshal(example.(map[string]any)["payload"])
				if err != nil {
					t.Fatal(err)
				}
				if err := check(operation, frame); err != nil {
					t.Errorf("%s, %s: %v", name, example.(map[string]any)["name"], err)
				}
			}
		}
	}
	if all := asyncapi().at("components", "messages").(map[string]any); count < len(all) {
		t.Errorf("%d examples of %d messages, want at least one of each", count, len(all))
	}
}

// Every example of openapi.yaml has a schema next to it, and matches this schema.
func TestExamplesOfBodies(t *testing.T) {
	unused := maps.Clone(openapi().at("components", "examples").(map[string]any))
	var walk func(node any, path ...string)
	walk = func(node any, path ...string) {
		object, ok := node.(map[string]any)
		if !ok {
			return
		}
		examples, _ := object["examples"].(map[string]any)
		if object["schema"] != nil {
			for name, example := range examples {
				shown := example.(map[string]any)
				if ref, ok := shown["$ref"].(string); ok {
					shared := ref[strings.LastIndex(ref, "/")+1:]
					delete(unused, shared)
					shown = openapi().at("components", "examples", shared).(map[string]any)
				}
				text, err := json.Marshal(shown["value"])
				if err != nil {
					t.Fatal(err)
				}
				if err := openapi().validate(pointerTo(append(path, "schema")...), text); err != nil {
					t.Errorf("%s, %s: %v", strings.Join(path, " "), name, err)
				}
			}
		}
		for key, value := range object {
			walk(value, append(slices.Clip(path), key)...)
		}
	}
	walk(openapi().root)
	for name := range unused {
		t.Errorf("example %s has no schema next to it", name)
	}
}

// The checks find fields that are not documented, at every depth.
func TestUndocumented(t *testing.T) {
	for _, frame := range []string{
		`{"t":"hello"}`,
		`{"t":"ok","id":"c1"}`,
		`{"t":"ok","id":"c1","n":1,"colour":"red"}`,
		`{"t":"here","seats":[true,false],"spectators":0,"claim":[0,0],"names":["Ana"]}`,
		`{"t":"entries","entries":[{"n":1,"at":1,"type":"moved","data":{"seat":1,"move":"4","ms":"7"},"digest":""}]}`,
		`{"t":"entries","entries":[{"n":1,"at":1,"type":"moved","data":{"seat":1,"move":"4","ms":7,"why":""},"digest":""}]}`,
		`{"t":"entries","entries":[{"n":1,"at":1,"type":"closed","data":{"reason":"unjoined"},"digest":"","room":"r"}]}`,
	} {
		if FromHub([]byte(frame)) == nil {
			t.Errorf("an undocumented frame passed: %s", frame)
		}
	}
	if err := FromHub([]byte(`{"t":"entries","entries":[{"n":1,"at":1,"type":"danced","data":{"steps":2},"digest":""}]}`)); err != nil {
		t.Errorf("an entry of a newer hub: %v", err)
	}
	if FromClient([]byte(`{"t":"move","id":"c1","move":"4"}`)) == nil {
		t.Error("a command without n passed")
	}
	if Answer("GET", "/api/me", 200, []byte(`{"player":"a","name":"Ana"}`)) == nil || Answer("GET", "/api/you", 200, []byte(`{}`)) == nil {
		t.Error("an undocumented answer passed")
	}
}
