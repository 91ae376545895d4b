package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/hub/house"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/minimax"
)

const usageText = `quatre serves Quatre: the web page, the API and the rooms.

With the embedded store, a hub needs nothing else: AI workers run inside it.
With -store redis://… any number of hubs and quatre-workers share the rooms.`

// config holds the validated command line and environment.
type config struct {
	addr, admin, store string
	workers            int
	engine             *minimax.Engine // of the workers
	offer              []string        // nil: the addresses of this machine
	trustedProxies     []netip.Prefix
	operators          cli.Access
	tlsCert, tlsKey    string
	retention          time.Duration
	keepGames          time.Duration
	copies             int
	open               bool
	house              house.House
	limits             limits.Limits
	log                *slog.Logger
}

// autoWorkers is the value of -workers that makes the number depend on the store: no other
// process can play the AI's turns of an embedded store.
const autoWorkers = -1

const defaultWorkers = 2

const defaultStore = cli.FileScheme + "quatre.db"

// defaultCopies is a day of hourly copies.
const defaultCopies = 24

// defaultAdmin is an address that only this machine can reach.
const defaultAdmin = "127.0.0.1:8081"

// rawFlags are the values of flags that check still has to parse.
type rawFlags struct {
	proxies       string
	offer, limits string
	given         limits.Limits // by the flags of single limits
	contact       string
	house         [4]string // name, text, colour, link
	operators     func() (cli.Access, error)
	engine        func() (*minimax.Engine, error)
	retention     func() (time.Duration, error)
	keepGames     func(retention time.Duration) (time.Duration, error)
	log           func() (*slog.Logger, error)
}

// flags returns the flags of the hub. clicked is the default of -open.
func (cfg *config) flags(clicked bool, stderr io.Writer) (fs *flag.FlagSet, raw *rawFlags) {
	raw = &rawFlags{}
	fs = cli.NewFlags("quatre", "", usageText, stderr)
	fs.StringVar(&cfg.addr, "addr", ":8080", "`address` to serve players on")
	fs.StringVar(&cfg.admin, "admin", defaultAdmin, "`address` of the operators' server (page, metrics, health, profiles, backups); none: no server")
	raw.operators = cli.AccessFlags(fs)
	fs.StringVar(&cfg.store, "store", defaultStore, cli.StoreUsage)
	fs.IntVar(&cfg.workers, "workers", autoWorkers,
		fmt.Sprintf("AI turns to search at once in this process; -1: %d with a file store, else 0", defaultWorkers))
	raw.engine = cli.BookFlag(fs)
	fs.StringVar(&raw.offer, "offer", offerOwn,
		"comma-separated `addresses` to offer a player on this machine for a link to a friend, such as http://192.168.1.20:8080; "+
			"auto: those of this machine, if -addr is on all of them; none: no address")
	fs.StringVar(&raw.proxies, "trusted-proxies", "",
		"comma-separated `networks` of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, such as 10.0.0.0/8")
	fs.StringVar(&raw.house[0], "house-name", "", "`name` that this site has instead of Quatre")
	fs.StringVar(&raw.house[1], "house-text", "", "`sentence` on the start page and in previews of its link")
	fs.StringVar(&raw.house[2], "house-colour", "", "`colour` of buttons and links, such as #8c2417")
	fs.StringVar(&raw.house[3], "house-link", "", "`address` of a link at the foot of the start page, and after a space its text")
	fs.StringVar(&raw.contact, "security-contact", "", "`address` to which people report weaknesses, for /.well-known/security.txt, such as mailto:security@example.org")
	fs.StringVar(&cfg.tlsCert, "tls-cert", "", "PEM `file` with the TLS certificate chain of -addr; read again when it changes")
	fs.StringVar(&cfg.tlsKey, "tls-key", "", "PEM `file` with the key of -tls-cert")
	raw.retention, raw.keepGames = cli.RetentionFlag(fs), cli.KeepGamesFlag(fs)
	fs.IntVar(&cfg.copies, "copies", defaultCopies, "hourly `copies` of a file store to keep, in a folder beside it; 0: make none")
	fs.BoolVar(&cfg.open, "open", clicked, "open the page in the browser, and keep the default file of -store in the user's data folder; "+
		"on if the program was started by a click, without a terminal")
	fs.StringVar(&raw.limits, "limits", "school", "`set` of limits against abuse: home, school or public; each flag of a limit changes one")
	raw.given = limits.Default()
	limitFlags(fs, &raw.given)
	raw.log = cli.LogFlags(fs, stderr)
	usage := fs.Usage
	fs.Usage = func() { usage(); listCommands(stderr) }
	return fs, raw
}

func parseConfig(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs, raw := cfg.flags(cli.OpenedByClick(args), stderr)
	warn, err := cli.ParseService(fs, args)
	if err != nil {
		return cfg, err
	}
	if cfg.limits, err = limits.Named(raw.limits); err != nil {
		return cfg, err
	}
	one := flag.NewFlagSet("", flag.ContinueOnError)
	limitFlags(one, &cfg.limits)
	fs.Visit(func(f *flag.Flag) { _ = one.Set(f.Name, f.Value.String()) }) // fails for the flags that set no limit
	if err := cfg.check(raw); err != nil {
		return cfg, err
	}
	warn(cfg.log)
	return cfg, nil
}

// check parses the raw flags and validates the configuration. It returns the first error.
func (cfg *config) check(raw *rawFlags) error {
	var errs [10]error
	cfg.admin, errs[0] = cli.CheckAdmin(cfg.admin)
	cfg.offer, errs[2] = parseOffer(raw.offer)
	cfg.house, errs[3] = house.Parse(raw.house[0], raw.house[1], raw.house[2], raw.house[3])
	cfg.house.Contact, errs[1] = house.ParseContact(raw.contact)
	cfg.trustedProxies, errs[4] = cli.ParseNetworks("trusted-proxies", raw.proxies)
	cfg.operators, errs[5] = raw.operators()
	cfg.retention, errs[6] = raw.retention()
	cfg.keepGames, errs[7] = raw.keepGames(cfg.retention)
	cfg.log, errs[8] = raw.log()
	cfg.engine, errs[9] = raw.engine()
	if err := cmp.Or(cli.CheckAddr("addr", cfg.addr), cmp.Or(errs[:]...), cfg.limits.Validate()); err != nil {
		return err
	}
	if cfg.open && cfg.store == defaultStore {
		folder, err := cli.DataFolder()
		if err != nil {
			return err
		}
		cfg.store = cli.FileScheme + filepath.Join(folder, "quatre.db")
	}
	switch {
	case cfg.workers < autoWorkers:
		return fmt.Errorf("-workers %d: must be at least %d", cfg.workers, autoWorkers)
	case (cfg.tlsCert == "") != (cfg.tlsKey == ""):
		return errors.New("-tls-cert and -tls-key must be given together")
	case cfg.copies < 0:
		return fmt.Errorf("-copies %d: must be at least 0", cfg.copies)
	case cfg.workers == autoWorkers && strings.HasPrefix(cfg.store, cli.FileScheme):
		cfg.workers = defaultWorkers
	case cfg.workers == autoWorkers:
		cfg.workers = 0
	}
	return nil
}

// offerOwn is the value of -offer for the addresses of this machine. In a container players
// cannot reach them, so the operator must set others.
const offerOwn = "auto"

// parseOffer parses the value of -offer. It returns nil for offerOwn.
func parseOffer(list string) ([]string, error) {
	switch list {
	case offerOwn:
		return nil, nil
	case cli.None:
		return []string{}, nil
	}
	return cli.ParseList("offer", list, parseOrigin)
}

func parseOrigin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" {
		return "", fmt.Errorf("%q is not an origin, such as https://example.org", text)
	}
	return text, nil
}

// limitFlags adds the flags of the hub's limits. Their defaults are what l has.
func limitFlags(fs *flag.FlagSet, l *limits.Limits) {
	fs.IntVar(&l.FramesPerSecond, "frames-per-second", l.FramesPerSecond, "max sustained `frames` per second from a websocket; 0: no limit")
	fs.IntVar(&l.BytesPerDayPerAddress, "bytes-per-day-per-address", l.BytesPerDayPerAddress, "max `bytes` that the rooms, games and imports of an address may make the store keep in 24 hours; 0: no limit")
	fs.IntVar(&l.Inside, "inside", l.Inside, "max `searches` for the page /inside at once, each on a core for half of the time; 0: none, the page is off")
	fs.BoolVar(&l.Loopback, "limit-loopback", false, "apply the limits to clients on this machine too")
	fs.IntVar(&l.Sockets, "max-sockets", l.Sockets, "max open `websockets`; 0: no limit")
	fs.IntVar(&l.SocketsPerAddress, "max-sockets-per-address", l.SocketsPerAddress, "max open `websockets` per address; 0: no limit")
	fs.IntVar(&l.RequestsPerSecondPerAddress, "requests-per-second-per-address", l.RequestsPerSecondPerAddress, "max sustained API `requests` per second and address, ten times as many in a burst; 0: no limit")
	fs.IntVar(&l.RoomsPerMinutePerAddress, "rooms-per-minute-per-address", l.RoomsPerMinutePerAddress, "max `rooms` that an address may create per minute; 0: no limit")
}
