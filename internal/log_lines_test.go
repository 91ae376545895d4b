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

// loggingFolders lists the folders with the code of hubs and workers that logs.
var loggingFolders = []string{"../cmd/hub", "../cmd/aiworker", "../cmd/internal", "admin", "aiworker", "hub", "room/ledger/boltdb", "storemetrics"}

// TestLogLinesAreDocumented compares the code with the table of log lines in
// docs/operate/operations.md, where operators look up errors and warnings. The table must have every
// error and warning, and no line that the code does not log. Lines of level info and debug
// may be missing.
func TestLogLinesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/operate/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	table, logged := logTable(string(page)), loggedLines(t)
	for level, lines := range logged {
		if level != "error" && level != "warn" {
			continue
		}
		for _, line := range lines {
			if !slices.ContainsFunc(table[level], func(documented string) bool { return matches(documented, line) }) {
				t.Errorf("%q is logged, and is not among the lines of level %s in docs/operate/operations.md", line, level)
			}
		}
	}
	for level, lines := range table {
		for _, documented := range lines {
			if !slices.ContainsFunc(logged[level], func(line string) bool { return matches(documented, line) }) {
				t.Errorf("docs/operate/operations.md has the line %q, which nothing logs at level %s", documented, level)
			}
		}
	}
	if n := len(logged["error"]) + len(logged["warn"]); n < 25 {
		t.Errorf("only %d errors and warnings were found in the code", n)
	}
}

// matches reports whether a line of the table describes a line of the code. A line of the
// table that ends with … describes every line that begins so.
func matches(documented, line string) bool {
	start, longer := strings.CutSuffix(documented, " …")
	return documented == line || longer && strings.HasPrefix(line, start)
}

// loggedLines returns the lines that the code of loggingFolders logs, by level.
func loggedLines(t *testing.T) map[string][]string {
	t.Helper()
	var files []*ast.File
	for _, folder := range loggingFolders {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			files = append(files, file)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	constants := map[string]string{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names) == len(spec.Values) {
				for i, name := range spec.Names {
					constants[name.Name] = literal(spec.Values[i])
				}
			}
			return true
		})
	}
	lines := map[string][]string{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if level, line := logLine(n, constants); line != "" {
				lines[level] = append(lines[level], line)
			}
			return true
		})
	}
	return lines
}

// logLine returns the level and the text of a call of a slog.Logger; an empty text
// for anything else. The text may be the name of one of the constants.
func logLine(n ast.Node, constants map[string]string) (level, text string) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", ""
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Debug", "Info", "Warn", "Error"}, method.Sel.Name) {
		return "", ""
	}
	text = literal(call.Args[0])
	if name, ok := call.Args[0].(*ast.Ident); ok {
		text = constants[name.Name]
	}
	return strings.ToLower(method.Sel.Name), text
}

// literal returns the value of a string literal; an empty string for anything else.
func literal(e ast.Expr) string {
	text := ""
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		text, _ = strconv.Unquote(l.Value)
	}
	return text
}

// logTable returns the lines that the page names, by level: the words in backticks in the
// second column of each row whose first column is a level.
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
