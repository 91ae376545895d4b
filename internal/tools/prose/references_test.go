package main

import (
	"fmt"
	"reflect"
	"testing"
	"testing/fstest"
)

func TestReferences(t *testing.T) {
	repo, err := openRepository(fstest.MapFS{
		"README.md":               {Data: []byte("# Top\n")},
		"docs/a.md":               {Data: []byte("# A page: `x`, Part 2\n\n## Part two\n")},
		"internal/room/play.go":   {},
		"internal/room/a_test.go": {Data: []byte("package room\n\nfunc TestPlay(t *testing.T) {\n\t{\"Log\", cases},\n\t\t{\"Deletes\", func() {}},\n}\n")},
		"frontend/src/lib/a.ts":   {},
		"node_modules/b/gone.go":  {},
	})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, text string
		want       []string
	}{
		{"README.md", "[a](docs/a.md), [b](docs/a.md#part-two), [c](docs/a.md#a-page-x-part-2), [d](#top), [e](docs), [f](https://x/y.md)", nil},
		{"docs/a.md", "[a](a.md#part-two) [b](../README.md) ![c](../internal/room/play.go)", nil},
		{"README.md", "\n[a](docs/b.md) [b](docs/a.md#part-three) [c](a.md) [d](#bottom)", []string{
			"2 docs/b.md does not exist", "2 docs/a.md#part-three does not exist", "2 a.md does not exist", "2 #bottom does not exist",
		}},
		{"README.md", "`play.go`, `room/play.go`, `internal/room`, `./internal/room/...`, `frontend/dist`, `go test`, `room.go/x`", nil},
		{"README.md", "`gone.go` or `lib/play.go`\nor `internal/gone`", []string{
			"1 gone.go does not exist", "1 lib/play.go does not exist", "2 internal/gone does not exist",
		}},
		{"README.md", "`TestPlay`, `TestPlay/Log/Deletes`, TestTalk", nil},
		{"README.md", "`TestTalk`,\n`TestPlay/Keeps`", []string{"1 TestTalk does not exist", "2 TestPlay/Keeps does not exist"}},
		{"CHANGELOG.md", "`gone.go` and `internal/gone`", nil},
		{"internal/room/play.go", "// See docs/a.md.\n// And docs/b.md, gone.go.", []string{"2 docs/b.md does not exist"}},
	}
	for _, test := range tests {
		var got []string
		for _, f := range repo.references(test.name, test.text) {
			got = append(got, fmt.Sprintf("%d %s", f.line, f.message))
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s with %q: got %q, want %q", test.name, test.text, got, test.want)
		}
	}
}
