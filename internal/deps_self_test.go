package internal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTableForbidsImports checks the table itself, with forbidden and allowed imports. A table that
// forbids nothing would pass TestImports.
func TestTableForbidsImports(t *testing.T) {
	for _, test := range []struct {
		path, imported string
		allowed        bool
	}{
		{"internal/rules", "internal/room", false},
		{"internal/rules", "math/bits", true},
		{"internal/minimax", "internal/room", false},
		{"internal/minimax", "internal/rules", true},
		{"internal/room", "internal/room/storage", false},
		{"internal/room", "context", false},
		{"internal/room", "net/http", false},
		{"internal/room", "internal/rules", true},
		{"internal/room/storage", "internal/room/play", false},
		{"internal/room/play", "internal/room/ledger/redisdb", false},
		{"internal/room/archive", "internal/room/ledger/boltdb", false},
		{"internal/room/ledger", "internal/room/ledger/redisdb", false},
		{"internal/room/ledger/boltdb", "internal/room", false},
		{"internal/room/ledger/redisdb", "github.com/redis/go-redis/v9", true},
		{"internal/room/ledger/redisdb", "go.etcd.io/bbolt", false},
		{"internal/room/mailbox", "internal/room", false},
		{"internal/notation", "internal/room/ledger/boltdb", false},
		{"internal/hub", "github.com/redis/go-redis/v9", false},
		{"internal/hub", "internal/minimax", false},
		{"internal/hub", "internal/room", true},
		{"internal/hub", "flag", false},
		{"internal/hub", "net/http/httptest", false},
		{"internal/storemetrics", "internal/hub", false},
		{"internal/aiworker", "internal/hub", false},
		{"internal/aiworker", "github.com/coder/websocket", false},
		{"internal/aiworker", "internal/redistest", false},
		{"cmd/hub", "internal/room/ledger/redisdb", false},
		{"cmd/aiworker", "internal/hub", false},
		{"cmd/internal/cli", "internal/hub", false},
		{"cmd/play", "internal/rules", true},
		{"cmd/play", "internal/room/play", false},
		{"cmd/loadgen", "internal/rules", true},
		{"cmd/loadgen", "internal/room/storage", false},
	} {
		found := checkAll(table, []source{{path: test.path, imports: []string{test.imported}}})
		if allowed := len(found) == 0; allowed != test.allowed {
			t.Errorf("%s imports %s: allowed %v, want %v (%v)", test.path, test.imported, allowed, test.allowed, found)
		}
	}
	for _, p := range []source{
		{path: "internal/rules", tests: []string{"internal/minimax"}},
		{path: "internal/minimax", tests: []string{"internal/room"}},
		{path: "internal/hub", tests: []string{"github.com/redis/go-redis/v9"}},
		{path: "chaos", tests: []string{"internal/hub"}},
		{path: "upgrade", tests: []string{"internal/room/play"}},
	} {
		if len(checkAll(table, []source{p})) == 0 {
			t.Errorf("the tests of %s import %v, and no rule forbids it", p.path, p.tests)
		}
	}
}

func TestBans(t *testing.T) {
	for _, p := range load(t) {
		for _, name := range p.files {
			for _, v := range banned(t, p.path, name) {
				t.Errorf("%s: %v", name, v)
			}
		}
	}
}

func TestBansForbidUses(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.go")
	const text = "package x\nimport (sys \"os\"; \"time\")\nvar _ = sys.Getenv\nfunc f() { sys.Exit(1); _ = time.Now() }\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"internal/rules": 3, "internal/hub": 2, "cmd/hub": 1, "cmd/internal/cli": 0} {
		if found := banned(t, path, name); len(found) != want {
			t.Errorf("in %s: found %v, want %d", path, found, want)
		}
	}
}

// banned returns the uses of banned functions in a file of the package at path.
func banned(t *testing.T, path, name string) []violation {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]string{} // import path by its name in this file
	for _, spec := range file.Imports {
		pkg, _ := strconv.Unquote(spec.Path.Value)
		local := pkg[strings.LastIndex(pkg, "/")+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imported[local] = pkg
	}
	var found []violation
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		for _, b := range bans {
			if b.packages.has(path) && !b.except.has(path) && imported[x.Name] == b.pkg && slices.Contains(b.names, sel.Sel.Name) {
				found = append(found, violation{path, b.pkg + "." + sel.Sel.Name, b.reason})
			}
		}
		return true
	})
	return found
}
