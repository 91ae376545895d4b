package internal

// testOnly may be imported by tests only.
var testOnly = set{
	"testing/...", "net/http/httptest", "internal/redistest", "internal/storetest", "internal/faultproxy", "internal/hub/hubtest", "internal/hub/wiretest", "internal/room/ledger/drivertest", "internal/clocktest",
	"internal/rules/rulestest", "pgregory.net/rapid", "go.uber.org/goleak",
	"github.com/santhosh-tekuri/jsonschema/...",
}

// table holds the import rules. In short: cmd → hub | aiworker → room, minimax → rules.
var table = []rule{
	{
		reason:   "the rules of a game depend on nothing, so that they can be checked, fuzzed and reused alone",
		packages: set{"internal/rules", "internal/rules/rulestest"}, forbidden: set{"own", "others"}, allowed: set{"internal/rules"},
	},
	{
		reason:   "the rules are tested against plain models of their own, not against packages that depend on them",
		packages: set{"internal/rules"}, forbidden: set{"own"}, allowed: set{"internal/rules/rulestest"}, tests: true,
	},
	{
		reason:   "the text of a custom level depends on nothing, so that rooms and searches read it in the same way",
		packages: set{"internal/custom"}, forbidden: set{"own", "others", "net/...", "os/..."},
	},
	{
		reason:   "the pure core reads entries with it, and every program lines",
		packages: set{"internal/plainjson", "internal/textfile"}, forbidden: set{"own", "others", "net/...", "os/..."},
	},
	{
		reason:   "a program that plays needs only positions, so any command may run one",
		packages: set{"internal/bot"}, forbidden: set{"own", "others", "net/..."}, allowed: set{"internal/rules"},
	},
	{
		reason:   "a search needs only positions, so it does not depend on rooms, stores or sockets",
		packages: set{"internal/minimax/..."}, forbidden: set{"own", "others"},
		allowed: set{"internal/minimax/...", "internal/names", "internal/reasons", "internal/rules", "internal/custom", "github.com/hashicorp/..."},
	},
	{
		reason:    "the tables of an experiment are for people, in their language; everything else of a search has no words",
		packages:  set{"internal/minimax", "internal/minimax/book", "internal/minimax/heuristic", "internal/minimax/learn", "internal/minimax/match", "internal/minimax/solver"},
		forbidden: set{"internal/names"},
	},
	{
		reason:   "a reason is proved without a search: only the board is shared with the exact solver",
		packages: set{"internal/reasons"}, forbidden: set{"own", "others", "net/...", "os/..."}, allowed: set{"internal/minimax/solver"},
	},
	{
		reason:   "a search is tested on positions alone",
		packages: set{"internal/minimax/..."}, forbidden: set{"own"},
		allowed: set{"internal/minimax/...", "internal/names", "internal/reasons", "internal/rules", "internal/custom"}, tests: true,
	},
	{
		reason:   "the heuristic is tested and measured without the search that uses it",
		packages: set{"internal/minimax/heuristic"}, forbidden: set{"own", "others"}, allowed: set{"internal/rules"}, tests: true,
	},
	{
		reason:   "room is pure: events, decisions and state. Stores, sockets and searches depend on it, and never the reverse",
		packages: set{"internal/room"}, forbidden: set{"own", "others", "net/...", "os/...", "context"},
		allowed: set{"internal/rules", "internal/custom", "internal/plainjson", "golang.org/x/text/..."}, // pure as well: the forms of nicknames
	},
	{
		reason:   "questions and answers are values; stores queue them and workers search them",
		packages: set{"internal/room/analysis"}, forbidden: set{"own", "others", "net/...", "os/...", "context"}, allowed: set{"internal/reasons", "internal/room", "internal/rules"},
	},
	{
		reason:   "package storage is the interface of all stores, so it depends on none of them",
		packages: set{"internal/room/storage"}, forbidden: set{"own", "others", "net/...", "os/..."}, allowed: set{"internal/room", "internal/room/analysis"},
	},
	{
		reason:   "commands are carried out on any store",
		packages: set{"internal/room/play"}, forbidden: set{"own", "others", "net/...", "os/..."}, allowed: set{"internal/room", "internal/room/storage"},
	},
	{
		reason:   "finished games are found, counted and imported on any store",
		packages: set{"internal/room/archive"}, forbidden: set{"own", "others", "net/...", "os/..."},
		allowed: set{"internal/room", "internal/room/storage", "internal/rules"},
	},
	{
		reason:   "the suite for databases knows none of them; otherwise it would test one only",
		packages: set{"internal/room/ledger/drivertest"}, forbidden: set{"own", "others"},
		allowed: set{"internal/room/ledger", "internal/room/mailbox", "internal/room/storage", "pgregory.net/rapid"},
	},
	{
		reason:   "the store keeps entries and does not interpret them, and it knows no database",
		packages: set{"internal/room/ledger"}, forbidden: set{"own", "net/...", "os/..."},
		allowed: set{"internal/pool", "internal/room", "internal/room/analysis", "internal/room/mailbox", "internal/room/storage"},
	},
	{
		reason:   "a mailbox delivers any message, so it knows none",
		packages: set{"internal/room/mailbox"}, forbidden: set{"own", "others", "net/...", "os/..."},
	},
	{
		reason:   "a file of games is read without a store or a socket, so that every program can read it",
		packages: set{"internal/notation"}, forbidden: set{"own", "others", "net/...", "os/..."},
		allowed: set{"internal/plainjson", "internal/room", "internal/room/archive", "internal/rules"},
	},
	{
		reason:   "a driver knows a database, and no room, job or seat",
		packages: set{"internal/room/ledger/boltdb", "internal/room/ledger/redisdb"}, forbidden: set{"own"},
		allowed: set{"internal/room/ledger", "internal/room/storage"},
	},
	{
		reason:   "only redisdb uses Redis, so that everything else runs on any database",
		packages: set{"own"}, except: set{"internal/room/ledger/redisdb"},
		forbidden: set{"github.com/redis/..."}, tests: true,
	},
	{
		reason:   "only boltdb uses bbolt, so that everything else runs on any database",
		packages: set{"own"}, except: set{"internal/room/ledger/boltdb"}, forbidden: set{"go.etcd.io/..."},
	},
	{
		reason:   "a picture is drawn from moves and names, so that it can be drawn and tested without a room or a store",
		packages: set{"internal/picture"}, forbidden: set{"own", "others", "net/...", "os/..."},
		allowed: set{"internal/rules", "golang.org/x/image/...", "golang.org/x/text/unicode/bidi", "github.com/go-text/typesetting/...", "github.com/go-fonts/...", "github.com/hashicorp/..."},
	},
	{
		reason:   "names are words, which any program may use",
		packages: set{"internal/names"}, forbidden: set{"own", "others", "net/...", "os/..."}, allowed: set{"golang.org/x/text/language"},
	},
	{
		reason:   "the puzzles were solved when their file was made, so that a hub shows them without a search",
		packages: set{"internal/puzzle"}, forbidden: set{"own", "others", "net/...", "os/..."},
	},
	{
		reason:   "a hub combines its parts: it knows no rules, no search and no particular store",
		packages: set{"internal/hub"}, forbidden: set{"own"},
		allowed: set{"internal/hub/...", "internal/room", "internal/room/play", "internal/room/storage"},
	},
	{
		reason:   "the protocol is frames, codes and failures: no socket, no handler and no live room, so that every part may use it, and pages too",
		packages: set{"internal/hub/wire"}, forbidden: set{"own", "others", "net/..."}, allowed: set{"internal/plainjson", "internal/room", "internal/room/play", "internal/room/storage"},
	},
	{
		reason:   "a pool runs work of any kind, so it depends on nothing",
		packages: set{"internal/pool"}, forbidden: set{"own", "others", "net/...", "os/..."},
	},
	{
		reason:   "lifecycle waits for goroutines of any kind, so it depends on no part of a hub",
		packages: set{"internal/hub/lifecycle"}, forbidden: set{"own", "others"}, allowed: set{"internal/pool"},
	},
	{
		reason:   "all parts of a hub report through telemetry, so it does not depend on them",
		packages: set{"internal/hub/telemetry"}, forbidden: set{"own"}, allowed: set{"internal/hub/wire", "internal/storemetrics"},
	},
	{
		reason:   "limits count addresses and players, and do not depend on the parts that they limit",
		packages: set{"internal/hub/limits"}, forbidden: set{"own"}, allowed: set{"internal/hub/wire", "internal/room"},
	},
	{
		reason:   "a socket carries bytes: it knows no room and no command, so that both can be tested alone",
		packages: set{"internal/hub/socket"}, forbidden: set{"own"},
		allowed: set{"internal/hub/wire", "internal/hub/telemetry", "internal/pool", "internal/storemetrics"},
	},
	{
		reason:   "live rooms serve any Socket: they know no HTTP, no websocket and no address",
		packages: set{"internal/hub/rooms"}, forbidden: set{"own", "net/..."},
		allowed: set{
			"internal/hub/wire", "internal/hub/limits", "internal/hub/lifecycle", "internal/hub/telemetry",
			"internal/pool", "internal/room", "internal/room/mailbox", "internal/room/play", "internal/room/storage",
			"internal/storemetrics",
		},
	},
	{
		reason:   "what is given up depends on how full the store is, and on nothing else that a hub does",
		packages: set{"internal/hub/shed"}, forbidden: set{"own"},
		allowed: set{"internal/hub/lifecycle", "internal/hub/wire", "internal/room", "internal/room/storage"},
	},
	{
		reason:   "what a host calls a hub is texts and a colour",
		packages: set{"internal/hub/house"}, forbidden: set{"own", "others"},
	},
	{
		reason:   "web uses the other parts of a hub, and only the hub uses web",
		packages: set{"internal/hub/web"}, forbidden: set{"own"},
		allowed: set{
			"internal/hub/wire", "internal/hub/limits", "internal/hub/lifecycle", "internal/hub/telemetry", "internal/hub/socket", "internal/hub/rooms",
			"internal/hub/shed", "internal/hub/inside", "internal/hub/house", "internal/names", "internal/picture", "internal/puzzle",
			"internal/room", "internal/room/analysis", "internal/room/archive", "internal/room/play", "internal/room/storage",
			"internal/notation", "internal/plainjson", "internal/rules", "internal/storemetrics",
		},
	},
	{
		reason:   "a look inside the search is a position, a search and numbers: no room, no store and no socket",
		packages: set{"internal/hub/inside"}, forbidden: set{"own", "net/..."},
		allowed: set{"internal/minimax", "internal/room", "internal/room/analysis", "internal/rules"},
	},
	{
		reason:   "a test's client speaks the protocol, whatever the test is about",
		packages: set{"internal/hub/hubtest"}, forbidden: set{"own"}, allowed: set{"internal/hub/wire", "internal/hub/wiretest", "internal/room", "internal/room/storage"},
	},
	{
		reason:   "frames are compared with the documents alone: the hub's own types would hide what both have wrong",
		packages: set{"internal/hub/wiretest"}, forbidden: set{"own"}, tests: true,
	},
	{
		reason:   "operators' actions work on any store, with or without a hub",
		packages: set{"internal/admin"}, forbidden: set{"own"}, allowed: set{"internal/names", "internal/plainjson", "internal/room", "internal/room/play", "internal/room/storage", "internal/textfile"},
	},
	{
		reason:   "a worker needs a room, a search and the rules; it works with any store and without a hub",
		packages: set{"internal/aiworker"}, forbidden: set{"own", "net/..."},
		allowed: set{"internal/aiworker/values", "internal/room", "internal/room/analysis", "internal/room/play", "internal/room/storage", "internal/minimax", "internal/rules", "internal/storemetrics"},
	},
	{
		reason:   "results of searches are translated alike for workers and for games without a hub, so it depends on neither",
		packages: set{"internal/aiworker/values"}, forbidden: set{"own", "others", "net/...", "os/..."},
		allowed: set{"internal/minimax", "internal/reasons", "internal/room", "internal/room/analysis", "internal/room/play", "internal/rules"},
	},
	{
		reason:   "a game without a hub has the rules, the levels and the log of a hub. It runs in a page too, where net/http would double its size",
		packages: set{"internal/local"}, forbidden: set{"own", "others", "net/...", "os/..."},
		allowed: set{
			"internal/aiworker/values", "internal/hub/wire", "internal/minimax", "internal/minimax/learn", "internal/minimax/match", "internal/notation", "internal/plainjson", "internal/room", "internal/room/analysis",
			"internal/room/archive", "internal/room/play", "internal/room/storage", "internal/rules",
		},
	},
	{
		reason:   "storemetrics measures any store and its rooms; hubs and workers use it",
		packages: set{"internal/storemetrics"}, forbidden: set{"own", "net/..."}, allowed: set{"internal/room/ledger", "internal/room", "internal/room/analysis", "internal/room/play", "internal/room/storage"},
	},
	{
		reason:   "templates call methods by name, so that the linker keeps every method of every type (decision 20)",
		packages: set{"own"}, forbidden: set{"text/template", "html/template"},
	},
	{
		reason:   "in a hub, only internal/hub/socket uses the websocket library; apart from it, only clients of the public protocol do",
		packages: set{"own"}, except: set{"internal/hub/socket", "internal/hub/hubtest", "cmd/..."}, forbidden: set{"github.com/coder/websocket/..."},
	},
	{
		reason:   "these programs are not clients, and the hub's sockets are in internal/hub/socket",
		packages: set{"cmd/hub", "cmd/aiworker", "cmd/internal/..."}, forbidden: set{"github.com/coder/websocket/..."},
	},
	{
		reason:   "flags are read by cmd, once; everything else is given a checked Config",
		packages: set{"own"}, except: set{"cmd/...", "internal/tools/..."}, forbidden: set{"flag", "github.com/peterbourgon/..."},
	},
	{
		reason:   "nothing depends on a command: code that two commands share is in cmd/internal",
		packages: set{"own"}, except: set{"cmd/..."}, forbidden: set{"cmd/..."},
	},
	{
		reason:   "cmd/hub combines a hub, a worker with its engine, the page and the operators' actions, and does not use their parts",
		packages: set{"cmd/hub"}, forbidden: set{"own"},
		allowed: set{"internal/hub", "internal/hub/house", "internal/hub/limits", "internal/aiworker", "internal/minimax", "internal/admin", "internal/room", "internal/room/play", "internal/room/storage", "internal/storemetrics", "frontend", "cmd/internal/..."},
	},
	{
		reason:   "cmd/aiworker runs a worker, or the search alone; it needs no hub",
		packages: set{"cmd/aiworker"}, forbidden: set{"own"},
		allowed: set{"internal/aiworker", "internal/bot", "internal/custom", "internal/minimax/...", "internal/names", "internal/reasons", "internal/rules", "internal/storemetrics", "internal/textfile", "cmd/internal/..."},
	},
	{
		reason:   "the commands share flags, the choice of a store and the engine of workers; this must not make a worker depend on a hub",
		packages: set{"cmd/internal/..."}, forbidden: set{"own"}, allowed: set{"internal/minimax", "internal/minimax/book", "internal/room/...", "cmd/internal/..."},
	},
	{
		reason:   "a client reads logs with the fold, the rules and the types of the protocol; a hub it reaches only through the public protocol",
		packages: set{"cmd/..."}, except: set{"cmd/hub", "cmd/aiworker", "cmd/internal/...", "cmd/loadgen"},
		forbidden: set{"own"},
		allowed:   set{"cmd/play/...", "internal/bot", "internal/custom", "internal/hub/wire", "internal/local", "internal/names", "internal/notation", "internal/plainjson", "internal/room", "internal/room/analysis", "internal/rules", "internal/textfile"},
	},
	{
		reason:   "the load generator is a client: it shares the protocol's forms and the fold of a log, and nothing that stores or serves",
		packages: set{"cmd/loadgen"}, forbidden: set{"own"}, allowed: set{"internal/hub/wire", "internal/room", "internal/rules"},
	},
	{
		reason:   "this is for tests and must not be built into a program",
		packages: set{"own"}, forbidden: testOnly,
		except: set{"internal/redistest/...", "internal/storetest", "internal/hub/hubtest", "internal/hub/wiretest", "internal/room/ledger/drivertest"},
	},
	{
		reason:   "a fault proxy forwards any bytes, so it depends on nothing",
		packages: set{"internal/faultproxy"}, forbidden: set{"own", "others"},
	},
	{
		reason:   "a developer's tool reads files of this repository: it must build when the service does not",
		packages: set{"internal/tools/..."}, forbidden: set{"own", "others"}, allowed: set{"internal/tools/..."},
	},
	{
		reason:   "the whole service is tested through its processes and its public protocol, as it is in use: with the client of all tests, which reads entries",
		packages: set{"chaos", "upgrade"}, forbidden: set{"own"}, allowed: set{"internal/redistest", "internal/faultproxy", "internal/hub/hubtest", "internal/hub/wire", "internal/room"}, tests: true,
	},
}

// ban forbids the use of functions, except in tests.
type ban struct {
	reason   string
	packages set
	except   set
	pkg      string   // its import path
	names    []string // its functions
}

var bans = []ban{
	{
		reason:   "the environment is read by cmd, once; everything else is given a checked Config",
		packages: set{"own"}, except: set{"cmd/internal/...", "cmd/play"}, pkg: "os",
		names: []string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"},
	},
	{
		reason:   "arguments and the exit status belong to programs: cmd, and the tools of developers",
		packages: set{"own"}, except: set{"cmd/...", "internal/tools/..."},
		pkg: "os", names: []string{"Args", "Exit"},
	},
	{
		reason:   "the rules know no time",
		packages: set{"internal/rules"}, pkg: "time", names: []string{"Now", "Since", "After", "Sleep"},
	},
}
