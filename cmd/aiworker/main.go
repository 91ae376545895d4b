// Command aiworker plays the AI's turns that hubs have queued in a Redis store. When there
// is no turn to play, it analyses positions. Any number of workers may run, on any machine
// that reaches the store.
//
// Its subcommands need no store: they use the engine of the worker to solve positions,
// play matches and measure the search. "quatre-worker help" lists them.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/aiworker"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/storemetrics"
)

const usageText = `quatre-worker plays the AI's turns that hubs have queued in a Redis store. When there is no
turn to play, it analyses positions.

On SIGTERM or Ctrl+C it first finishes its turns or hands them back, then it exits.`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := dispatch(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs the worker until ctx ends and returns the exit status.
func run(ctx context.Context, args []string, stderr io.Writer) int {
	cfg, err := parseConfig(args, stderr)
	if err != nil {
		return cli.Refused(err, "quatre-worker", stderr)
	}
	if err := work(ctx, cfg); err != nil {
		cfg.log.Error("worker failed", "error", err)
		return 1
	}
	return 0
}

type config struct {
	store, admin string
	operators    cli.Access
	concurrency  int
	engine       *minimax.Engine
	retention    time.Duration
	log          *slog.Logger
}

func parseConfig(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs := cli.NewFlags("quatre-worker", "", usageText, stderr)
	fs.StringVar(&cfg.store, "store", "redis://127.0.0.1:6379", cli.StoreUsage)
	fs.IntVar(&cfg.concurrency, "concurrency", runtime.NumCPU(), "turns and analyses to search at once; each uses one core")
	fs.StringVar(&cfg.admin, "admin", cli.None, "`address` of the operators' server (metrics, health, profiles), such as 127.0.0.1:8082; none: no server")
	operators := cli.AccessFlags(fs)
	engine, retention, logger := cli.BookFlag(fs), cli.RetentionFlag(fs), cli.LogFlags(fs, stderr)
	warn, err := cli.ParseService(fs, args)
	if err != nil {
		return cfg, err
	}
	if strings.HasPrefix(cfg.store, cli.FileScheme) {
		return cfg, errors.New("-store: a file store belongs to one hub, which runs workers itself (quatre -workers); quatre-worker needs a redis:// store")
	}
	if cfg.concurrency < 1 {
		return cfg, fmt.Errorf("-concurrency %d: must be at least 1", cfg.concurrency)
	}
	var errs [5]error
	cfg.admin, errs[0] = cli.CheckAdmin(cfg.admin)
	cfg.operators, errs[1] = operators()
	cfg.retention, errs[2] = retention()
	cfg.log, errs[3] = logger()
	cfg.engine, errs[4] = engine()
	if err := cmp.Or(errs[:]...); err != nil {
		return cfg, err
	}
	warn(cfg.log)
	return cfg, nil
}

func work(ctx context.Context, cfg config) (err error) {
	name, registry := cli.ProcessName("aiworker"), cli.NewRegistry()
	operators, err := cli.ServeOperators(cfg.admin, registry, cfg.operators, cfg.log)
	if err != nil {
		return err
	}
	if operators != nil {
		cfg.log.Info("serving operators", "metrics", "http://"+operators.Addr().String()+"/metrics")
	}
	store, err := cli.AwaitStore(ctx, cfg.store, operators, cfg.log)
	if err != nil && ctx.Err() != nil { // not a failure
		cfg.log.Info("told to stop while starting")
		return operators.Shutdown()
	}
	if err != nil {
		return errors.Join(err, operators.Shutdown())
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	defer func() { err = errors.Join(err, operators.Shutdown()) }()
	operators.Started(func(ctx context.Context) error { return aiworker.Ready(ctx, store) }, http.NotFoundHandler())
	cfg.log.Info("working", "concurrency", cfg.concurrency)
	measured := storemetrics.Wrap(store, registry)
	var watching sync.WaitGroup
	watching.Go(func() { cli.WatchClock(ctx, store, cfg.log) })
	watching.Go(func() { cli.WarnWithoutReplica(ctx, store, cfg.log) })
	defer watching.Wait() // ctx has ended by then
	aiworker.Run(ctx, aiworker.Config{
		Store: measured, Observer: measured, Name: name, Concurrency: cfg.concurrency, Engine: cfg.engine, Retention: cfg.retention,
		Log: cfg.log, Registry: registry,
	})
	return nil
}
