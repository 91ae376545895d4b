package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTextsInBothLanguages checks each literal of type names.Text: it has both languages with the same placeholders,
// and the French one keeps the typography of French.
func TestTextsInBothLanguages(t *testing.T) {
	texts := 0
	check := func(position token.Position, literal *ast.CompositeLit) {
		var both []string
		for _, e := range literal.Elts {
			basic, ok := e.(*ast.BasicLit)
			if !ok {
				return // its words come from elsewhere
			}
			text, err := strconv.Unquote(basic.Value)
			if err != nil {
				t.Fatal(err)
			}
			both = append(both, text)
		}
		if len(both) == 0 {
			return // no text
		}
		texts++
		if problem := badText(both); problem != "" {
			t.Errorf("%v: %s: %q", position, problem, both)
		}
	}
	for _, folder := range []string{".", "../cmd"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				switch kind := literal.Type.(type) {
				case *ast.SelectorExpr:
					if isText(kind) {
						check(files.Position(n.Pos()), literal)
					}
				case *ast.ArrayType:
					checkElements(kind.Elt, literal, func(e *ast.CompositeLit) { check(files.Position(e.Pos()), e) })
				case *ast.MapType:
					checkElements(kind.Value, literal, func(e *ast.CompositeLit) { check(files.Position(e.Pos()), e) })
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if texts < 30 {
		t.Errorf("found only %d texts", texts)
	}
}

func isText(e ast.Expr) bool {
	kind, ok := e.(*ast.SelectorExpr)
	return ok && kind.Sel.Name == "Text"
}

// checkElements calls check with the elements of a list or table of texts.
func checkElements(kind ast.Expr, literal *ast.CompositeLit, check func(*ast.CompositeLit)) {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		if element, ok := e.(*ast.CompositeLit); ok && element.Type == nil && isText(kind) {
			check(element)
		}
	}
}

var (
	verbs = regexp.MustCompile(`%(\[\d+\])?[-+#0]*\d*(\.\d+)?[a-zA-Z]`)
	// badFrench matches a plain space or none before : ; ? and !, and the typewriter's apostrophe.
	badFrench = regexp.MustCompile(`[^\x{a0}\x{202f}](:\s|[;!?](\s|$))|[^\x{a0}\x{202f}]%(\s|\.|$)|\pL'\pL`)
)

// badText returns what is wrong with a text in English and French; empty: nothing.
func badText(both []string) string {
	switch {
	case len(both) != 2 || strings.TrimSpace(both[0]) == "" || strings.TrimSpace(both[1]) == "":
		return "a language is missing"
	case !slices.Equal(slices.Sorted(slices.Values(verbs.FindAllString(both[0], -1))), slices.Sorted(slices.Values(verbs.FindAllString(both[1], -1)))):
		return "the placeholders differ"
	case badFrench.MatchString(both[1]):
		return "not the typography of French"
	}
	return ""
}

func TestBadTextsAreFound(t *testing.T) {
	for _, both := range [][]string{
		{"a"}, {"a", ""}, {" ", "b"}, {"%d games", "%s parties"}, {"%d games", "parties"}, {"level: %s", "niveau: %s"}, {"the level", "l'un"}, {"of 95 %", "à 95 %"}, {"so", "ainsi !"},
	} {
		if badText(both) == "" {
			t.Errorf("%q has no problem", both)
		}
	}
	for _, both := range [][]string{{"%d games: %s", "%d parties\u00a0: %s"}, {"the 95 % interval", "l’intervalle à 95\u202f%"}, {"at 12:30", "à 12:30"}} {
		if problem := badText(both); problem != "" {
			t.Errorf("%q: %s", both, problem)
		}
	}
}
