package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// logged are the folders whose lines an operator reads.
var logged = []string{"../cmd/hub", "../cmd/aiworker", "../cmd/internal", "admin", "aiworker", "hub", "storemetrics", "trace"}

// TestLogLinesAreDocumented finds every line that hubs and workers log in the table
// of docs/operations.md, at its level. A line of it that ends with … is longer.
func TestLogLinesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	table := logTable(string(page))
	lines := 0
	for _, folder := range logged {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				level, line := logLine(n)
				if line == "" {
					return true
				}
				lines++
				if !slices.ContainsFunc(table[level], func(told string) bool {
					start, longer := strings.CutSuffix(told, " …")
					return told == line || longer && strings.HasPrefix(line, start)
				}) {
					t.Errorf("%s logs %q, which is not among the lines of level %s in docs/operations.md", path, line, level)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if lines < 40 {
		t.Errorf("only %d lines were found in the code", lines)
	}
}

// logLine returns the level and the text of a call of a slog.Logger; an empty text
// for anything else.
func logLine(n ast.Node) (level, text string) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", ""
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Debug", "Info", "Warn", "Error"}, method.Sel.Name) {
		return "", ""
	}
	if literal, ok := call.Args[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
		text, _ = strconv.Unquote(literal.Value)
	}
	return strings.ToLower(method.Sel.Name), text
}

// logTable returns the lines that the page names, by level: what stands in backticks in
// the second column of a row that begins with one.
func logTable(page string) map[string][]string {
	table := map[string][]string{}
	for row := range strings.Lines(page) {
		cells := strings.Split(row, " | ")
		level := strings.TrimPrefix(cells[0], "| ")
		if len(cells) < 3 || !slices.Contains([]string{"debug", "info", "warn", "error"}, level) {
			continue
		}
		for i, name := range strings.Split(cells[1], "`") {
			if i%2 == 1 {
				table[level] = append(table[level], name)
			}
		}
	}
	return table
}
