package internal

// testOnly may be imported by tests only.
var testOnly = set{
	"testing/...", "net/http/httptest", "internal/redistest", "internal/storetest", "internal/faultproxy", "internal/hub/hubtest", "internal/room/logtest",
	"internal/trace/tracetest", "internal/rules/rulestest", "pgregory.net/rapid", "go.uber.org/goleak",
}

// table says who may import whom: cmd → hub | aiworker → room, minimax → rules.
var table = []rule{
	{
		reason: "the rules of a game depend on nothing, so that they can be checked, fuzzed and reused alone",
		who:    set{"internal/rules", "internal/rules/rulestest"}, what: set{"own", "others"}, but: set{"internal/rules"},
	},
	{
		reason: "the rules are tested against plain models of their own, not against what is built on them",
		who:    set{"internal/rules"}, what: set{"own"}, but: set{"internal/rules/rulestest"}, tests: true,
	},
	{
		reason: "a search sees positions; a room, a store or a socket would make it depend on who is playing",
		who:    set{"internal/minimax/..."}, what: set{"own", "others"}, but: set{"internal/minimax/...", "internal/rules"},
	},
	{
		reason: "a search is tested on positions alone",
		who:    set{"internal/minimax/..."}, what: set{"own"}, but: set{"internal/minimax/...", "internal/rules"}, tests: true,
	},
	{
		reason: "the search above it sees the rules through this one, which is tested and measured without it",
		who:    set{"internal/minimax/heuristic"}, what: set{"own", "others"}, but: set{"internal/rules"}, tests: true,
	},
	{
		reason: "room is pure: events, decisions and state. Stores, sockets and searches depend on it, and never the reverse",
		who:    set{"internal/room"}, what: set{"own", "others", "net/...", "os/...", "context"}, but: set{"internal/rules"},
	},
	{
		reason: "questions and answers are values; how they are queued and searched is the business of stores and workers",
		who:    set{"internal/room/analysis"}, what: set{"own", "others", "net/...", "os/...", "context"}, but: set{"internal/room", "internal/rules"},
	},
	{
		reason: "the seam to a store names what is stored, and knows no store",
		who:    set{"internal/room/storage"}, what: set{"own", "others", "net/...", "os/..."}, but: set{"internal/room", "internal/room/analysis"},
	},
	{
		reason: "commands are carried out on any store",
		who:    set{"internal/room/play"}, what: set{"own", "others", "net/...", "os/..."}, but: set{"internal/room", "internal/room/storage"},
	},
	{
		reason: "finished games are found, counted and imported on any store",
		who:    set{"internal/room/archive"}, what: set{"own", "others", "net/...", "os/..."}, but: set{"internal/room", "internal/room/storage"},
	},
	{
		reason: "the conformance suite speaks to a store through package storage; otherwise it would test one store only",
		who:    set{"internal/room/logtest"}, what: set{"own", "others"},
		but: set{"internal/room", "internal/room/analysis", "internal/room/storage", "internal/rules", "pgregory.net/rapid"},
	},
	{
		reason: "a store keeps entries and does not interpret them, and it knows no other store",
		who:    set{"internal/room/filelog", "internal/room/redislog"}, what: set{"own"},
		but: set{
			"internal/room", "internal/room/analysis", "internal/room/storage", "internal/room/mailbox",
			"internal/room/redislog/pubsub",
		},
	},
	{
		reason: "subscriptions to Redis channels carry payloads; redislog knows what a payload means",
		who:    set{"internal/room/redislog/pubsub"}, what: set{"own"}, but: set{"internal/room/mailbox"},
	},
	{
		reason: "only redislog subscribes to Redis channels; everything else watches rooms and questions",
		who:    set{"own"}, unless: set{"internal/room/redislog"}, what: set{"internal/room/redislog/pubsub"},
	},
	{
		reason: "a mailbox delivers any message, so it knows none",
		who:    set{"internal/room/mailbox"}, what: set{"own", "others", "net/...", "os/..."},
	},
	{
		reason: "a file of games is read without a store or a socket, so that every program can read it",
		who:    set{"internal/notation"}, what: set{"own", "others", "net/...", "os/..."},
		but: set{"internal/room", "internal/room/archive", "internal/rules"},
	},
	{
		reason: "Redis words stop at redislog, so that everything else runs on any store",
		who:    set{"own"}, unless: set{"internal/room/redislog/..."},
		what: set{"github.com/redis/..."}, tests: true,
	},
	{
		reason: "bbolt's words stop at filelog, so that everything else runs on any store",
		who:    set{"own"}, unless: set{"internal/room/filelog"}, what: set{"go.etcd.io/..."},
	},
	{
		reason: "a hub puts its parts together: it knows no column, no search and no particular store",
		who:    set{"internal/hub"}, what: set{"own"},
		but: set{"internal/hub/...", "internal/room", "internal/room/play", "internal/room/storage", "internal/trace"},
	},
	{
		reason: "the protocol is frames, codes and failures: no socket, no handler and no live room, so that every part may use it",
		who:    set{"internal/hub/wire"}, what: set{"own", "others"}, but: set{"internal/room", "internal/room/play", "internal/room/storage"},
	},
	{
		reason: "waiting for goroutines needs to know nothing about them",
		who:    set{"internal/hub/lifecycle"}, what: set{"own", "others"},
	},
	{
		reason: "what all parts of a hub report in the same way must not depend on any of them",
		who:    set{"internal/hub/telemetry"}, what: set{"own"}, but: set{"internal/hub/wire", "internal/storemetrics"},
	},
	{
		reason: "limits count addresses and players; what they limit asks them",
		who:    set{"internal/hub/limits"}, what: set{"own"}, but: set{"internal/hub/wire", "internal/room"},
	},
	{
		reason: "a socket carries bytes: it knows no room and no command, so that both can be tested alone",
		who:    set{"internal/hub/socket"}, what: set{"own"},
		but: set{"internal/hub/wire", "internal/hub/lifecycle", "internal/hub/telemetry", "internal/storemetrics"},
	},
	{
		reason: "live rooms are served to whatever is a Socket: they know no HTTP, no websocket and no address",
		who:    set{"internal/hub/rooms"}, what: set{"own", "net/..."},
		but: set{
			"internal/hub/wire", "internal/hub/limits", "internal/hub/lifecycle", "internal/hub/telemetry",
			"internal/room", "internal/room/play", "internal/room/storage", "internal/storemetrics", "internal/trace",
		},
	},
	{
		reason: "old records are removed whether or not anybody plays",
		who:    set{"internal/hub/retention"}, what: set{"own"},
		but: set{"internal/hub/lifecycle", "internal/room", "internal/room/archive", "internal/room/storage", "internal/storemetrics"},
	},
	{
		reason: "what is given up depends on how full the store is, and on nothing else that a hub does",
		who:    set{"internal/hub/shed"}, what: set{"own"},
		but: set{"internal/hub/lifecycle", "internal/hub/wire", "internal/room", "internal/room/storage"},
	},
	{
		reason: "the HTTP side stands above the other parts of a hub, and below the hub that routes to it",
		who:    set{"internal/hub/web"}, what: set{"own"},
		but: set{
			"internal/hub/wire", "internal/hub/limits", "internal/hub/lifecycle", "internal/hub/telemetry", "internal/hub/socket", "internal/hub/rooms",
			"internal/hub/shed",
			"internal/room", "internal/room/analysis", "internal/room/archive", "internal/room/play", "internal/room/storage",
			"internal/notation", "internal/storemetrics", "internal/trace",
		},
	},
	{
		reason: "a test's client speaks the protocol; what it tests is not its business",
		who:    set{"internal/hub/hubtest"}, what: set{"own"}, but: set{"internal/hub/wire", "internal/room", "internal/room/storage"},
	},
	{
		reason: "what operators do works on any store, with or without a hub",
		who:    set{"internal/admin"}, what: set{"own"}, but: set{"internal/room", "internal/room/play", "internal/room/storage"},
	},
	{
		reason: "a worker needs a room, a search and the rules; it works with any store and without a hub",
		who:    set{"internal/aiworker"}, what: set{"own", "net/..."},
		but: set{"internal/room", "internal/room/analysis", "internal/room/play", "internal/room/storage", "internal/minimax", "internal/rules", "internal/storemetrics", "internal/trace"},
	},
	{
		reason: "what is measured is any store, and what rooms say of themselves: hubs and workers are built on it",
		who:    set{"internal/storemetrics"}, what: set{"own", "net/..."}, but: set{"internal/room", "internal/room/analysis", "internal/room/play", "internal/room/storage"},
	},
	{
		reason: "what a trace shows follows from entries of rooms; OpenTelemetry's words stop here, so that nothing else speaks to a collector",
		who:    set{"internal/trace"}, what: set{"own"}, but: set{"internal/room", "internal/room/play", "internal/room/storage"},
	},
	{
		reason: "OpenTelemetry's words stop at trace, which is all that hubs and workers know of it",
		who:    set{"own"}, unless: set{"internal/trace/..."}, what: set{"go.opentelemetry.io/...", "github.com/go-logr/..."},
	},
	{
		reason: "templates call methods by name, so that the linker keeps every method of every type (decision 20)",
		who:    set{"own"}, what: set{"text/template", "html/template"},
	},
	{
		reason: "gRPC is 105 packages, and nothing here speaks it (decision 20)",
		who:    set{"own"}, unless: set{"internal/trace/tracetest"},
		what: set{"google.golang.org/grpc/...", "go.opentelemetry.io/proto/otlp/collector/...", "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp/..."},
	},
	{
		reason: "the websocket library stops at internal/hub/socket; only programs that speak the public protocol hold the other end",
		who:    set{"own"}, unless: set{"internal/hub/socket", "internal/hub/hubtest", "cmd/...", "bench/relay"}, what: set{"github.com/coder/websocket/..."},
	},
	{
		reason: "these are the hub's side of the protocol, whose sockets are internal/hub/socket's",
		who:    set{"cmd/hub", "cmd/aiworker", "cmd/internal/..."}, what: set{"github.com/coder/websocket/..."},
	},
	{
		reason: "flags are read by cmd, once; everything else is given a checked Config",
		who:    set{"own"}, unless: set{"cmd/...", "bench/...", "internal/tools/..."}, what: set{"flag", "github.com/peterbourgon/..."},
	},
	{
		reason: "nothing stands above a command: what two of them share is in cmd/internal",
		who:    set{"own"}, unless: set{"cmd/..."}, what: set{"cmd/..."},
	},
	{
		reason: "cmd/hub puts a hub, a worker, the page and what operators do together; what they are made of is theirs",
		who:    set{"cmd/hub"}, what: set{"own"},
		but: set{"internal/hub", "internal/hub/limits", "internal/aiworker", "internal/admin", "internal/room", "internal/room/play", "internal/room/storage", "internal/storemetrics", "internal/trace", "frontend", "cmd/internal/..."},
	},
	{
		reason: "cmd/aiworker runs a worker, or the search alone; it needs no hub",
		who:    set{"cmd/aiworker"}, what: set{"own"},
		but: set{"internal/aiworker", "internal/minimax/...", "internal/rules", "internal/storemetrics", "internal/trace", "cmd/internal/..."},
	},
	{
		reason: "a simulation of the queue is arithmetic: what it knows of the queue is in its figures",
		who:    set{"bench/simulate/queuesim"}, what: set{"own", "others", "net/...", "os/..."},
	},
	{
		reason: "what the commands share is flags and the choice of a store, and it must not tie a worker to a hub",
		who:    set{"cmd/internal/..."}, what: set{"own"}, but: set{"internal/room/...", "internal/trace", "cmd/internal/..."},
	},
	{
		reason: "a program above the service speaks its public protocol, as anyone else's would",
		who:    set{"cmd/..."}, unless: set{"cmd/hub", "cmd/aiworker", "cmd/internal/...", "cmd/loadgen"},
		what: set{"own"},
	},
	{
		reason: "the load generator plays random legal games and replays logs by the rules; all else it learns over the public protocol",
		who:    set{"cmd/loadgen"}, what: set{"own"}, but: set{"internal/rules"},
	},
	{
		reason: "the relay is what the hub is measured against: it shares nothing with it but the websocket library",
		who:    set{"bench/relay"}, what: set{"own", "others"}, but: set{"github.com/coder/websocket/..."},
	},
	{
		reason: "this is for tests and must not be built into a program",
		who:    set{"own"}, what: testOnly,
		unless: set{"internal/redistest/...", "internal/storetest", "internal/hub/hubtest", "internal/room/logtest", "internal/trace/tracetest"},
	},
	{
		reason: "a network that breaks on purpose does not know what it carries",
		who:    set{"internal/faultproxy"}, what: set{"own", "others"},
	},
	{
		reason: "a developer's tool reads files of this repository: it must build when the service does not",
		who:    set{"internal/tools/..."}, what: set{"own", "others"}, but: set{"internal/tools/..."},
	},
	{
		reason: "the whole service is tested through its processes and its public protocol, as it is in use",
		who:    set{"chaos", "upgrade"}, what: set{"own"}, but: set{"internal/redistest", "internal/faultproxy"}, tests: true,
	},
}

// ban forbids the use of functions, except in tests.
type ban struct {
	reason string
	who    set
	unless set
	pkg    string   // its import path
	names  []string // its functions
}

var bans = []ban{
	{
		reason: "the environment is read by cmd, once; everything else is given a checked Config",
		who:    set{"own"}, unless: set{"cmd/internal/..."}, pkg: "os",
		names: []string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"},
	},
	{
		reason: "arguments and the exit status belong to programs: cmd, and the tools of developers",
		who:    set{"own"}, unless: set{"cmd/...", "bench/...", "internal/tools/..."},
		pkg: "os", names: []string{"Args", "Exit"},
	},
	{
		reason: "the rules know no time",
		who:    set{"internal/rules"}, pkg: "time", names: []string{"Now", "Since", "After", "Sleep"},
	},
}
