package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportedNamesAreDocumented checks that each exported type and function, and each exported method of an exported
// type, says what it does. Methods that are known from the standard library, or that an interface documents, need not.
func TestExportedNamesAreDocumented(t *testing.T) {
	known := map[string]bool{
		"String": true, "Error": true, "Unwrap": true, "Close": true, "Read": true, "Write": true, "Len": true, "MarshalJSON": true,
		"UnmarshalJSON": true, "ServeHTTP": true, "Describe": true, "Collect": true,
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	documented := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, name := range m.Names {
						known[name.Name] = known[name.Name] || m.Doc.Text()+m.Comment.Text() != ""
					}
				}
			}
			return true
		})
		parsed = append(parsed, file)
		return nil
	})
	for _, file := range parsed {
		check := func(name *ast.Ident, comment ...*ast.CommentGroup) {
			if !name.IsExported() {
				return
			}
			for _, c := range comment {
				if c.Text() != "" {
					documented++
					return
				}
			}
			t.Errorf("%s: %s has no comment", files.Position(name.Pos()), name.Name)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil || !known[d.Name.Name] && ast.IsExported(receiver(d.Recv.List[0].Type)) {
					check(d.Name, d.Doc)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						check(s.Name, s.Doc, s.Comment, d.Doc)
					}
				}
			}
		}
	}
	if err != nil || documented < 800 {
		t.Errorf("%d documented names, %v", documented, err)
	}
}

// receiver returns the name of the type of a receiver.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}
