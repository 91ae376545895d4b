package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/trace"
)

const about = `hub serves Quatre: the page, the API and the rooms.

Alone, with the embedded store, it needs nothing else: AI workers run inside it.
With -store redis://… any number of hubs and aiworkers share the rooms.`

// config is what the command line and the environment say, checked.
type config struct {
	addr, admin, store string
	workers            int
	origins            []string
	trustedProxies     []netip.Prefix
	operators          []netip.Prefix
	tlsCert, tlsKey    string
	retention          time.Duration
	keepGames          time.Duration
	limits             limits.Limits
	http               cli.HTTP
	trace              trace.Config
	log                *slog.Logger
}

// workersByStore is the value of -workers that leaves it to the store: with the
// embedded one nobody else can play the AI.
const workersByStore = -1

const defaultWorkers = 2

// defaultAdmin is for this machine alone.
const defaultAdmin = "127.0.0.1:8081"

// texts are flags that need to be read once more.
type texts struct {
	origins, proxies string
	operators        func() ([]netip.Prefix, error)
	retention        func() (time.Duration, error)
	keepGames        func(retention time.Duration) (time.Duration, error)
	trace            func() (trace.Config, error)
	log              func() (*slog.Logger, error)
}

func (cfg *config) flags(stderr io.Writer) (fs *flag.FlagSet, more *texts) {
	more = &texts{}
	fs = cli.NewFlags("hub", about, stderr)
	fs.StringVar(&cfg.addr, "addr", ":8080", "`address` to serve players on")
	fs.StringVar(&cfg.admin, "admin", defaultAdmin, "`address` for operators: a page, metrics, health, profiles, copies; none: no such address")
	more.operators = cli.OperatorsFlag(fs)
	fs.StringVar(&cfg.store, "store", cli.FileScheme+"quatre.db", cli.StoreUsage)
	fs.IntVar(&cfg.workers, "workers", workersByStore,
		fmt.Sprintf("how many AI turns to search at once inside this process; -1: %d with a file store, else none", defaultWorkers))
	fs.StringVar(&more.origins, "origins", "", "further `origins` whose pages may use this hub, such as https://example.org, separated by commas")
	fs.StringVar(&more.proxies, "trusted-proxies", "",
		"`networks` of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, such as 10.0.0.0/8, separated by commas")
	fs.StringVar(&cfg.tlsCert, "tls-cert", "", "PEM `file` with the certificate to serve -addr over TLS with, and those up to its root; read again when it changes")
	fs.StringVar(&cfg.tlsKey, "tls-key", "", "PEM `file` with its key")
	more.retention, more.keepGames = cli.RetentionFlag(fs), cli.KeepGamesFlag(fs)
	limitFlags(fs, &cfg.limits)
	cfg.http = cli.DefaultHTTP(nil)
	cfg.http.Flags(fs)
	more.trace, more.log = cli.TraceFlags(fs), cli.LogFlags(fs, stderr)
	usage := fs.Usage
	fs.Usage = func() { usage(); listCommands(stderr) }
	return fs, more
}

func configure(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs, more := cfg.flags(stderr)
	if err := cli.Parse(fs, args); err != nil {
		return cfg, err
	}
	err := cfg.check(more)
	return cfg, err
}

// check refuses what cannot be meant, one thing at a time, and reads the rest.
func (cfg *config) check(more *texts) (err error) {
	if err := cli.CheckAddr("addr", cfg.addr); err != nil {
		return err
	}
	if cfg.admin, err = cli.CheckAdmin(cfg.admin); err != nil {
		return err
	}
	if cfg.workers < workersByStore {
		return fmt.Errorf("-workers %d: it is -1, 0 or a number of workers", cfg.workers)
	}
	if cfg.workers == workersByStore {
		cfg.workers = 0
		if strings.HasPrefix(cfg.store, cli.FileScheme) {
			cfg.workers = defaultWorkers
		}
	}
	if cfg.origins, err = parseOrigins(more.origins); err != nil {
		return err
	}
	if cfg.trustedProxies, err = cli.ParseNetworks("trusted-proxies", more.proxies); err != nil {
		return err
	}
	if (cfg.tlsCert == "") != (cfg.tlsKey == "") {
		return errors.New("-tls-cert and -tls-key go together")
	}
	if cfg.operators, err = more.operators(); err != nil {
		return err
	}
	if cfg.retention, err = more.retention(); err != nil {
		return err
	}
	if cfg.keepGames, err = more.keepGames(cfg.retention); err != nil {
		return err
	}
	if err := errors.Join(cfg.limits.Validate(), cfg.http.Check()); err != nil {
		return err
	}
	if cfg.trace, err = more.trace(); err != nil {
		return err
	}
	cfg.log, err = more.log()
	cfg.http.Log = cfg.log
	return err
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
