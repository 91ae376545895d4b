package cli

import (
	"flag"
	"fmt"
	"log/slog"

	"github.com/quatre/quatre/internal/trace"
)

// TraceFlags adds -otlp and -trace-ratio. It returns a function that returns the values, to be
// called when the flags are parsed.
func TraceFlags(fs *flag.FlagSet) func() (trace.Config, error) {
	var cfg trace.Config
	fs.StringVar(&cfg.Endpoint, "otlp", None, "`address` of an OpenTelemetry collector that takes traces over HTTP, such as http://localhost:4318; none: no traces")
	fs.Float64Var(&cfg.Ratio, "trace-ratio", 1, "`share` of the moves that are traced, 0 to 1; the same for all processes on a store")
	return func() (trace.Config, error) {
		if cfg.Endpoint == None {
			cfg.Endpoint = ""
		}
		if err := cfg.Check(); err != nil {
			return cfg, fmt.Errorf("-otlp, -trace-ratio: %w", err)
		}
		return cfg, nil
	}
}

// OpenTracer starts to send traces as the named program, "hub" or "aiworker", and process. It
// returns nil if cfg asks for no traces.
func OpenTracer(cfg trace.Config, program, process string, log *slog.Logger) (*trace.Tracer, error) {
	cfg.Service, cfg.Instance, cfg.Version, cfg.Log = "quatre-"+program, process, Version(), log
	return trace.New(cfg)
}
