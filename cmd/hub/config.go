package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
)

const about = `hub serves Quatre: the page, the API and the rooms.

Alone, with the embedded store, it needs nothing else: AI workers run inside it.
With -store redis://… any number of hubs and aiworkers share the rooms.`

// config is what the command line and the environment say, checked.
type config struct {
	addr, admin, store string
	workers            int
	origins            []string
	log                *slog.Logger
}

// workersByStore is the value of -workers that leaves it to the store: with the
// embedded one nobody else can play the AI.
const workersByStore = -1

const defaultWorkers = 2

func configure(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs := cli.NewFlags("hub", about, stderr)
	fs.StringVar(&cfg.addr, "addr", ":8080", "`address` to serve players on")
	fs.StringVar(&cfg.admin, "admin", "127.0.0.1:8081", "`address` for operators: metrics and health; none: no such address")
	fs.StringVar(&cfg.store, "store", cli.FileScheme+"quatre.db", cli.StoreUsage)
	fs.IntVar(&cfg.workers, "workers", workersByStore,
		fmt.Sprintf("how many AI turns to search at once inside this process; -1: %d with a file store, else none", defaultWorkers))
	origins := fs.String("origins", "", "further `origins` whose pages may use this hub, such as https://example.org, separated by commas")
	logger := cli.LogFlags(fs, stderr)
	if err := cli.Parse(fs, args); err != nil {
		return cfg, err
	}
	if err := cli.CheckAddr("addr", cfg.addr); err != nil {
		return cfg, err
	}
	var err error
	if cfg.admin, err = cli.CheckAdmin(cfg.admin); err != nil {
		return cfg, err
	}
	if cfg.workers < workersByStore {
		return cfg, fmt.Errorf("-workers %d: it is -1, 0 or a number of workers", cfg.workers)
	}
	if cfg.workers == workersByStore {
		cfg.workers = 0
		if strings.HasPrefix(cfg.store, cli.FileScheme) {
			cfg.workers = defaultWorkers
		}
	}
	if cfg.origins, err = parseOrigins(*origins); err != nil {
		return cfg, err
	}
	cfg.log, err = logger()
	return cfg, err
}

func parseOrigins(list string) ([]string, error) {
	var origins []string
	for origin := range strings.SplitSeq(list, ",") {
		origin = strings.TrimSpace(origin)
		if origin == "" {
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" {
			return nil, fmt.Errorf("-origins: %q is no origin, such as https://example.org", origin)
		}
		origins = append(origins, origin)
	}
	return origins, nil
}

func refused(err error, stderr io.Writer) int { return cli.Refused(err, "hub", stderr) }
