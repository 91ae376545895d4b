package texts

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/names"
)

// catalogue is what the source says about the texts: the tests read it, because a program
// cannot list its own variables.
type catalogue struct {
	texts map[string]Text // by the name of the variable; a map's texts as name[key]
	plain []string        // names of the texts that are variables of their own
}

// readCatalogue parses the source of this package.
func readCatalogue(t *testing.T) catalogue {
	t.Helper()
	c := catalogue{texts: map[string]Text{}}
	for _, file := range parseFolder(t, ".") {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				if len(v.Values) != 1 {
					continue
				}
				literal, ok := v.Values[0].(*ast.CompositeLit)
				if !ok {
					continue
				}
				c.addLiteral(t, v.Names[0].Name, literal)
			}
		}
	}
	return c
}

// addLiteral adds the text, or the map of texts, that a variable is initialized with.
func (c *catalogue) addLiteral(t *testing.T, name string, literal *ast.CompositeLit) {
	t.Helper()
	switch kind := literal.Type.(type) {
	case *ast.Ident:
		if kind.Name == "Text" {
			c.texts[name] = textOf(t, name, literal)
			c.plain = append(c.plain, name)
		}
	case *ast.MapType:
		if value, ok := kind.Value.(*ast.Ident); !ok || value.Name != "Text" {
			return
		}
		for _, e := range literal.Elts {
			pair := e.(*ast.KeyValueExpr)
			key := name + "[" + pair.Key.(*ast.BasicLit).Value + "]"
			c.texts[key] = textOf(t, key, pair.Value.(*ast.CompositeLit))
		}
	}
}

// textOf evaluates a literal of type Text.
func textOf(t *testing.T, name string, literal *ast.CompositeLit) (text Text) {
	t.Helper()
	if len(literal.Elts) != len(text) {
		t.Errorf("%s has %d languages, want %d", name, len(literal.Elts), len(text))
		return text
	}
	for i, e := range literal.Elts {
		text[i] = stringOf(t, name, e)
	}
	return text
}

// stringOf evaluates a string literal, or a sum of string literals.
func stringOf(t *testing.T, name string, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return s
	case *ast.BinaryExpr:
		return stringOf(t, name, e.X) + stringOf(t, name, e.Y)
	}
	t.Errorf("%s: a text must be made of string literals", name)
	return ""
}

// parseFolder parses the files of a folder except its tests.
func parseFolder(t *testing.T, folder string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// placeholder matches one placeholder of package fmt.
var placeholder = regexp.MustCompile(`%(\[\d+\])?[-+# 0]*\d*(\.\d+)?([a-zA-Z%])`)

// placeholders returns the placeholders of a text by the number of their argument.
func placeholders(text string) []string {
	var found []string
	next := 1
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		if m[3] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(strings.Trim(m[1], "[]"))
		}
		found = append(found, fmt.Sprint(next, m[3]))
		next++
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func TestEveryTextHasBothLanguages(t *testing.T) {
	all := readCatalogue(t).texts
	if len(all) < 100 {
		t.Fatalf("found only %d texts", len(all))
	}
	for name, text := range all {
		for l, words := range text {
			if strings.TrimSpace(words) == "" {
				t.Errorf("%s has no text in %q", name, names.Codes[l])
			}
		}
		if en, fr := placeholders(text[English]), placeholders(text[French]); !slices.Equal(en, fr) {
			t.Errorf("%s: English has the placeholders %v, French %v", name, en, fr)
		}
	}
}

// badFrench matches what French typography does not allow: a plain space or none before : ;
// ? and !, and the typewriter's apostrophe. Within a sentence, ? is the name of a key.
var badFrench = regexp.MustCompile(`[^\x{a0}]:\s|[^\x{a0}][;!]|[^\x{a0}]\?$|\pL'\pL`)

func TestFrenchTypography(t *testing.T) {
	for name, text := range readCatalogue(t).texts {
		if found := badFrench.FindString(text[French]); found != "" {
			t.Errorf("%s: %q in %q", name, found, text[French])
		}
	}
}

// singular marks a number with which a language has the singular; plural matches it before a word in the
// plural.
const singular = "\x01"

var plural = regexp.MustCompile(singular + `\d \pL{2,}s\b`)

// severalOnly are the texts whose number is 2 or more: Count or its caller has another text for 1.
var severalOnly = []string{
	"Connect4Win", "Draws", "MoveLoses", "MoveLosesWithin", "MoveWins", "MoveWinsWithin", "Repeated", "SavedGames", "TooSmall",
	"Watching", "WhyWorse", "WinsIn", "WinsWithin",
}

// Every text says 0, 1, 2 and 5 of something as its language does, and ends with one full stop.
func TestTextsWithNumbers(t *testing.T) {
	for name, text := range readCatalogue(t).texts {
		for l, words := range text {
			for _, n := range []int{0, 1, 2, 5} {
				said := placeholder.ReplaceAllStringFunc(words, func(verb string) string {
					switch {
					case !strings.HasSuffix(verb, "d"):
						return "Ana"
					case n == 1 || n == 0 && Lang(l) == French:
						return singular + strconv.Itoa(n)
					}
					return strconv.Itoa(n)
				})
				if plural.MatchString(said) && !slices.Contains(severalOnly, name) {
					t.Errorf("%s has the plural after %d: %s", name, n, said)
				}
				if strings.Contains(said, "..") {
					t.Errorf("%s has two full stops: %s", name, said)
				}
			}
		}
	}
}

// TestUsesOfTexts checks that command play uses each text, and that each call of Say, say or Error
// passes as many arguments as its text has placeholders.
func TestUsesOfTexts(t *testing.T) {
	c := readCatalogue(t)
	used := map[string]bool{}
	see := func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains([]string{"Say", "Error", "say"}, method.Sel.Name) || len(call.Args) == 0 || call.Ellipsis.IsValid() {
			return true
		}
		name := textName(call.Args[0])
		if text, ok := c.texts[name]; ok && len(placeholders(text[English])) != len(call.Args)-1 {
			t.Errorf("%s gets %d arguments for %v", name, len(call.Args)-1, placeholders(text[English]))
		}
		return true
	}
	for _, file := range parseFolder(t, "..") {
		ast.Inspect(file, see)
	}
	for _, file := range parseFolder(t, ".") {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				ast.Inspect(f.Body, see)
			}
		}
	}
	for _, name := range c.plain {
		if !used[name] {
			t.Errorf("nobody uses %s", name)
		}
	}
}

// textName returns the name of the text that an argument names: texts.Name, or Name in this
// package.
func textName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// words matches two words. Only texts for people have two words, except those in notForPeople.
var words = regexp.MustCompile(`\pL{2,} \pL{2,}`)

// notForPeople are the beginnings of strings that have two words but are not for people.
var notForPeople = []string{
	"quatre-play ",   // command lines in the help
	"error parsing ", // what package ff begins its errors with
}

// A text outside this package would be shown in one language only.
func TestNoTextsOutsideTheCatalogue(t *testing.T) {
	for _, file := range parseFolder(t, "..") {
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING || !words.MatchString(literal.Value) {
				return true
			}
			text := stringOf(t, "a string of command play", literal)
			if !slices.ContainsFunc(notForPeople, func(begin string) bool { return strings.HasPrefix(text, begin) }) {
				t.Errorf("%q must be a text of this package", text)
			}
			return true
		})
	}
}
