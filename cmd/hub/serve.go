package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/term"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/frontend"
	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/aiworker"
	"github.com/quatre/quatre/internal/hub"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/storemetrics"
)

// serve starts the parts of the hub, and stops them in reverse order when ctx ends. The hub
// tells players to reconnect before it closes anything that they need.
func serve(ctx context.Context, cfg config, stdout io.Writer) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	p := &hubProcess{cfg: cfg, name: cli.ProcessName("hub"), registry: cli.NewRegistry(), serverErrors: make(chan error, 2)}
	if err := p.serveOperators(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.shutdown()) }()
	store, err := cli.AwaitStore(ctx, cfg.store, p.operators, cfg.log)
	if err != nil && ctx.Err() != nil { // not a failure
		cfg.log.Info("told to stop while starting")
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	p.store = store
	if err := p.listen(); err != nil {
		return err
	}
	if err := p.build(); err != nil {
		return errors.Join(err, p.public.Close())
	}
	p.start()
	if p.hub.Status().Build == "" {
		cfg.log.Warn("the page is not in this program: install a release, or build it with make")
	}
	cfg.log.Info("serving", "hub", p.name, "addr", p.public.Addr().String(), "store", cli.Redact(cfg.store), "version", cli.Version())
	if cfg.workers == 0 {
		cfg.log.Info("this hub searches no moves of the AI: quatre-worker must run, or -workers be set")
	}
	if f, ok := stdout.(term.File); ok && term.IsTerminal(f.Fd()) { // not into a file, which may be the log
		printAddresses(stdout, p.scheme, p.public.Addr())
	}
	if cfg.open {
		showPage(p.scheme, p.public.Addr().String(), cfg.log)
	}
	return p.run(ctx)
}

// showPage opens the page of a hub that listens on addr in the browser.
func showPage(scheme, addr string, log *slog.Logger) {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		err = cli.OpenBrowser(scheme + "://localhost:" + port)
	}
	if err != nil {
		log.Warn("browser not opened", "error", err)
	}
}

// hubProcess holds the parts of a running hub.
type hubProcess struct {
	cfg      config
	store    cli.Store
	measured *storemetrics.Store
	name     string
	registry *prometheus.Registry

	public    net.Listener
	scheme    string         // of public
	tls       *tls.Config    // of public; nil: plain
	operators *cli.Operators // nil if -admin is none

	hub          *hub.Hub
	players      *cli.Server // on public
	serverErrors chan error  // one result per server, when it ends
}

// serveOperators starts the server of -admin, before the store is open.
func (p *hubProcess) serveOperators() error {
	operators, err := cli.ServeOperators(p.cfg.admin, p.registry, p.cfg.operators, p.cfg.log)
	if err != nil || operators == nil {
		return err
	}
	p.operators = operators
	go func() { p.serverErrors <- operators.Wait() }()
	url := "http://" + operators.Addr().String()
	p.cfg.log.Info("serving operators", "page", url+"/", "metrics", url+"/metrics")
	return nil
}

// listen opens the players' address. serve calls it before it builds the hub, to fail early if
// the address is in use, and after it has opened the store: until then a proxy cannot connect
// and uses another hub.
func (p *hubProcess) listen() (err error) {
	p.scheme = "http"
	if p.cfg.tlsCert != "" {
		p.scheme = "https"
		if p.tls, err = cli.LoadCertificate(p.cfg.tlsCert, p.cfg.tlsKey, p.cfg.log); err != nil {
			return err
		}
	}
	if p.public, err = net.Listen("tcp", p.cfg.addr); err != nil {
		return fmt.Errorf("cannot serve on -addr %s: %w", p.cfg.addr, err)
	}
	return nil
}

func (p *hubProcess) build() error {
	page, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		return err
	}
	offered := p.cfg.offer
	if offered == nil {
		offered = localAddresses(p.scheme, p.public.Addr())
	}
	p.measured = storemetrics.Wrap(p.store, p.registry)
	p.hub, err = hub.New(hub.Config{
		Store: p.measured, Observer: p.measured, Name: p.name, Page: page, Version: cli.Version(), House: p.cfg.house,
		Addresses: offered,
		Limits:    p.cfg.limits, TrustedProxies: p.cfg.trustedProxies, Retention: p.cfg.retention,
		KeepGames: p.cfg.keepGames,
		Log:       p.cfg.log, Registry: p.registry,
	})
	return err
}

// start serves players and operators.
func (p *hubProcess) start() {
	p.operators.Started(p.hub.Ready, p.site().Handler())
	players := cli.Serve(p.public, p.hub.Handler(), p.tls, p.cfg.log)
	p.players = players
	go func() { p.serverErrors <- players.Wait() }()
}

// shutdown stops the servers that run.
func (p *hubProcess) shutdown() (err error) {
	if p.players != nil {
		err = p.players.Shutdown()
	}
	err = errors.Join(err, p.operators.Shutdown())
	p.players, p.operators = nil, nil
	return err
}

// run runs the hub and its workers until ctx ends or a server fails. Then it stops
// everything and waits for the end.
func (p *hubProcess) run(ctx context.Context) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var parts sync.WaitGroup
	if p.cfg.workers > 0 {
		parts.Go(func() {
			aiworker.Run(ctx, aiworker.Config{
				Store: p.measured, Observer: p.measured, Name: p.name, Concurrency: p.cfg.workers, Engine: p.cfg.engine, Retention: p.cfg.retention,
				Log: p.cfg.log, Registry: p.registry,
			})
		})
	}
	parts.Go(func() { p.hub.Run(ctx) })
	if file := cli.FileOf(p.store); file != nil && p.cfg.copies > 0 {
		parts.Go(func() { file.KeepCopies(ctx, p.cfg.copies, p.cfg.log) })
	}
	parts.Go(func() { cli.WatchClock(ctx, p.store, p.cfg.log) })
	parts.Go(func() { cli.WarnWithoutReplica(ctx, p.store, p.cfg.log) })
	select {
	case <-ctx.Done():
		p.cfg.log.Info("stopping", "hub", p.name, "sockets", p.hub.Status().Sockets)
	case err = <-p.serverErrors:
		cancel()
	}
	parts.Wait()
	return errors.Join(err, p.shutdown())
}

// printAddresses prints the addresses for browsers at which a listener can be reached.
func printAddresses(stdout io.Writer, scheme string, addr net.Addr) {
	fmt.Fprint(stdout, "Open Quatre in a browser:\n\n")
	if tcp, ok := addr.(*net.TCPAddr); ok && (tcp.IP.IsUnspecified() || tcp.IP.IsLoopback()) {
		fmt.Fprintf(stdout, "    %s://localhost:%d   on this machine\n", scheme, tcp.Port)
	} else {
		fmt.Fprintf(stdout, "    %s://%s\n", scheme, addr)
	}
	for _, address := range localAddresses(scheme, addr) {
		fmt.Fprintf(stdout, "    %s   on phones and computers in the same Wi-Fi\n", address)
	}
	fmt.Fprintln(stdout, "\nPress Ctrl+C to stop. Games are kept.")
}

// localAddresses returns the addresses at which other machines reach a listener on all
// interfaces. It returns nil for any other listener.
func localAddresses(scheme string, addr net.Addr) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return nil
	}
	interfaces, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var urls []string
	for _, a := range interfaces {
		ip, ok := a.(*net.IPNet)
		if ok && ip.IP.To4() != nil && ip.IP.IsGlobalUnicast() {
			urls = append(urls, scheme+"://"+net.JoinHostPort(ip.IP.String(), strconv.Itoa(tcp.Port)))
		}
	}
	return urls
}

// site returns the operators' web site, which -admin serves in addition to metrics, health
// and profiles.
func (p *hubProcess) site() *admin.Site {
	started := p.store.Now()
	site := &admin.Site{
		Store: p.store, Executor: play.Executor{Log: p.store, Now: p.store.Now, Retention: p.cfg.retention},
		SocketsIn: p.hub.SocketsIn, Log: p.cfg.log,
		Process: func() admin.Process {
			s := p.hub.Status()
			return admin.Process{
				Name: s.Name, Version: cli.Version(), Page: s.Build, Started: started,
				StoreUp: s.StoreUp, Draining: s.Draining, Sockets: s.Sockets, Rooms: s.Rooms,
			}
		},
	}
	if file := cli.FileOf(p.store); file != nil {
		site.Backup, site.Folder = file.Backup, filepath.Dir(strings.TrimPrefix(p.cfg.store, cli.FileScheme))
	}
	return site
}
