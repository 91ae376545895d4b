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

// TestTableFinds makes up one import against each rule, and some that are right:
// a table that finds nothing would look like a module that is in order.
func TestTableFinds(t *testing.T) {
	type trial struct {
		path, imported string
		reason         string // part of what is said; empty: allowed
	}
	tests := []trial{
		{"internal/rules", "internal/room", "depend on nothing"},
		{"internal/rules", "golang.org/x/exp/rand", "depend on nothing"},
		{"internal/rules", "math/bits", ""},
		{"internal/minimax", "internal/room", "a search sees positions"},
		{"internal/minimax", "internal/rules", ""},
		{"internal/room", "internal/minimax", "pure core"},
		{"internal/room", "net/http", "pure core"},
		{"internal/room", "os", "pure core"},
		{"internal/room", "internal/rules", ""},
		{"internal/room/logtest", "internal/room/redislog", "one store only"},
		{"internal/room/filelog", "internal/room/redislog", "sibling stores"},
		{"internal/room/redislog", "github.com/redis/go-redis/v9", ""},
		{"internal/notation", "internal/room/filelog", "without any store"},
		{"internal/notation", "net/http", "without any store"},
		{"internal/notation", "internal/rules", ""},
		{"internal/hub", "internal/notation", ""},
		{"internal/hub", "github.com/redis/go-redis/v9", "Redis words"},
		{"internal/room/redislog", "go.etcd.io/bbolt", "bbolt's words"},
		{"internal/hub", "internal/rules", "knows no column"},
		{"internal/hub", "internal/minimax", "knows no column"},
		{"internal/hub", "internal/room/filelog", "knows no column"},
		{"internal/hub", "internal/room", ""},
		{"internal/storemetrics", "internal/hub", "what is measured is any store"},
		{"internal/hub", "internal/storemetrics", ""},
		{"internal/trace", "internal/hub", "speaks to a collector"},
		{"internal/trace", "internal/room", ""},
		{"internal/hub", "go.opentelemetry.io/otel/sdk/trace", "all that hubs and workers know of it"},
		{"internal/hub", "internal/trace", ""},
		{"internal/aiworker", "internal/hub", "without a hub"},
		{"internal/aiworker", "internal/room/redislog", "without a hub"},
		{"internal/aiworker", "github.com/coder/websocket", "sockets stop at the hub"},
		{"cmd/hub", "github.com/coder/websocket", "the hub's side"},
		{"internal/hub", "github.com/coder/websocket", ""},
		{"internal/admin", "html/template", "call methods by name"},
		{"internal/trace", "go.opentelemetry.io/proto/otlp/collector/trace/v1", "gRPC is"},
		{"internal/hub", "flag", "flags are read by cmd"},
		{"internal/hub", "cmd/internal/cli", "above a command"},
		{"frontend", "cmd/hub", "above a command"},
		{"cmd/hub", "internal/room/redislog", "cmd/hub puts"},
		{"cmd/aiworker", "internal/hub", "it needs no hub"},
		{"cmd/aiworker", "bench/simulate/queuesim", "or the search alone"},
		{"bench/simulate/queuesim", "internal/minimax", "is arithmetic"},
		{"cmd/internal/cli", "internal/hub", "tie a worker"},
		{"cmd/play", "internal/rules", "as anyone else's would"},
		{"cmd/loadgen", "internal/room", "random legal games"},
		{"cmd/loadgen", "internal/hub", "random legal games"},
		{"cmd/loadgen", "internal/rules", ""},
		{"bench/relay", "internal/room", "measured against"},
		{"bench/relay", "github.com/redis/go-redis/v9", "measured against"},
		{"bench/relay", "github.com/coder/websocket", ""},
		{"cmd/loadgen", "github.com/coder/websocket", ""},
		{"cmd/loadgen", "flag", ""},
		{"internal/hub", "net/http/httptest", "built into a program"},
		{"internal/aiworker", "internal/redistest", "built into a program"},
		{"internal/redistest", "testing", ""},
		{"internal/faultproxy", "internal/room", "breaks on purpose"},
		{"internal/aiworker", "internal/faultproxy", "built into a program"},
	}
	for _, test := range tests {
		found := checkAll(table, []source{{path: test.path, imports: []string{test.imported}}})
		switch {
		case test.reason == "" && len(found) > 0:
			t.Errorf("the table forbids what is right: %v", found)
		case test.reason != "" && !slices.ContainsFunc(found, func(v violation) bool { return strings.Contains(v.String(), test.reason) }):
			t.Errorf("%s imports %s: found %v, want one that says %q", test.path, test.imported, found, test.reason)
		}
	}
	for _, r := range table { // each rule is tried above, or is about tests
		tried := slices.ContainsFunc(tests, func(test trial) bool {
			return test.reason != "" && strings.Contains(r.reason, test.reason)
		})
		if !tried && !r.tests {
			t.Errorf("nothing tries the rule %q", r.reason)
		}
	}
	for _, p := range []source{
		{path: "internal/rules", tests: []string{"internal/minimax"}},
		{path: "internal/minimax", tests: []string{"internal/room"}},
		{path: "chaos", tests: []string{"internal/room"}},
		{path: "upgrade", tests: []string{"internal/room"}},
	} {
		if len(checkAll(table, []source{p})) == 0 {
			t.Errorf("the tests of %s import %v, and no rule says so", p.path, p.tests)
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

func TestBansFind(t *testing.T) {
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

// banned returns what a file of the package at path mentions against bans.
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
			if b.who.has(path) && !b.unless.has(path) && imported[x.Name] == b.pkg && slices.Contains(b.names, sel.Sel.Name) {
				found = append(found, violation{path, b.pkg + "." + sel.Sel.Name, b.reason})
			}
		}
		return true
	})
	return found
}
