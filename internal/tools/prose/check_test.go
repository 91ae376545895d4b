package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	long := strings.Repeat("word ", 36)
	text := func(words int) string { return strings.Repeat("word\n", words) }
	wide := strings.Repeat("x", 121)
	tests := []struct {
		name, file, text string
		want             []string // for each finding: its line and the beginning of its message
	}{
		{"a plain text", "docs/a.md", "The hub stores the move. Then it acknowledges it.\n", nil},
		{"a long sentence", "docs/a.md", "Short.\n\nA " + text(36) + "end.\nIt ends.", []string{"3 the sentence has 38 words"}},
		{"36 words in two sentences", "docs/a.md", text(18) + "end. `Another` one " + text(16) + "end.", nil},
		{"an abbreviation ends no sentence", "docs/a.md", text(20) + "e.g. The " + text(18), []string{"1 the sentence has 40 words"}},
		{"list items are sentences of their own", "docs/a.md", "- " + text(24) + "- " + text(24), nil},
		{"a table is cells", "docs/a.md", "| " + long[:120] + " | " + long[:120] + "|", nil},
		{"a long sentence in a cell", "docs/a.md", "| a | " + long + "|", []string{"1 the sentence has 36 words"}},
		{"a wide line", "docs/a.md", wide, []string{"1 the line has 121 columns"}},
		{"a wide link, table and code", "docs/a.md", "[a](" + wide + ")\n\n| " + wide + "|\n\n    " + wide + "\n\n```\n" + wide + "\n```", nil},
		{"a phrase across lines", "docs/a.md", "First line.\nThe people of\nwhom it speaks.", []string{`2 "of whom"`}},
		{"a phrase in code", "docs/a.md", "Run `anew` or\n\n    anew\n", nil},
		{"a sentence that is a question", "docs/a.md", "What happened? Who moves?", nil},
		{"noun phrases", "docs/a.md", "What is lost is lost. Who waits loses.", []string{`1 "What`, `1 "Who`}},
		{"descriptions", "docs/a.yaml", "a:\n  summary: start anew\n  b: { description: whoever, c: anew }\n  description: |\n    Text.\n\n    In turn.\nd: anew", []string{`2 "anew"`, `3 "whoever"`, `7 "In turn"`}},
		{"a Go comment", "a/a.go", "package a\n\n// A is read\n// anew.\nvar A = 1 // so many\n", []string{`4 "anew"`, `5 "so many"`}},
		{"a Go block comment", "a/a.go", "/*\nPackage a\n\nbegins anew.\n*/\npackage a\n", []string{`4 "anew"`}},
		{"a Go message", "a/a.go", "package a\n\nvar m = \"it is %d or more\"\n", []string{`3 "it is %d or more"`}},
		{"Go code", "a/a.go", "package a\n\nfunc anew() {}\n", nil},
		{"wide Go", "a/a.go", "package a\n\nvar x = `\n" + wide + "`\n\nvar y = \"" + wide + "\"\n// " + wide + "\nvar z = " + wide + wide + "\n", []string{"7 the line has 124 columns", "8 the line has 250 columns"}},
		{"long comments are allowed", "a/a.go", "// " + long[:100] + "\n// " + long[:100] + "\npackage a\n", nil},
		{"TypeScript", "a/a.ts", "const anew = 1 // anew\n/**\n * Begins\n * anew.\n */\nconst u = 'http://anew'\n", []string{`1 "anew"`, `4 "anew"`}},
		{"Svelte", "a/a.svelte", "<!-- Drawn\n anew -->\n<p>anew</p>\n", []string{`2 "anew"`}},
		{"Lua", "a/a.lua", "local anew = 1 -- anew\n", []string{`1 "anew"`}},
	}
	for _, test := range tests {
		var got []string
		found := check(test.file, test.text)
		for _, f := range found {
			got = append(got, fmt.Sprintf("%d %s", f.line, f.message))
		}
		ok := len(got) == len(test.want)
		for i := range test.want {
			ok = ok && strings.HasPrefix(got[i], test.want[i])
		}
		if !ok {
			t.Errorf("%s: got %q, want beginnings %q", test.name, got, test.want)
		}
	}
}

func TestProseFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{
		"README.md", "docs/a.md", "docs/b/c.md", "docs/a.yaml", "a/b.go", "a/README.md", "a/a.yaml", "a/testdata/b.go",
		"frontend/node_modules/x/a.ts", "frontend/src/a.svelte", ".git/a.md", "internal/tools/prose/banned.go", "a/a.css",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := proseFiles(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"README.md", "a/b.go", "docs/a.md", "docs/a.yaml", "docs/b/c.md", "frontend/src/a.svelte"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRun(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "README.md")
	for text, want := range map[string]struct {
		status int
		out    string
	}{
		"Plain.\n":        {0, ""},
		"\nBegin anew.\n": {1, "README.md:2: \"anew\": write \"again\"\n"},
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, stderr strings.Builder
		if status := run(root, &out, &stderr); status != want.status || out.String() != want.out || stderr.Len() > 0 {
			t.Errorf("%q: status %d, printed %q, stderr %q; want %+v", text, status, out.String(), stderr.String(), want)
		}
	}
	var out, stderr strings.Builder
	if status := run(filepath.Join(root, "missing"), &out, &stderr); status != 2 || stderr.Len() == 0 {
		t.Errorf("a missing folder: status %d, stderr %q", status, stderr.String())
	}
}
