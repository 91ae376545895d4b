package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/frontend"
	"github.com/quatre/quatre/internal/aiworker"
	"github.com/quatre/quatre/internal/hub"
	"github.com/quatre/quatre/internal/storemetrics"
	"github.com/quatre/quatre/internal/trace"
)

// variants are those that the page offers first; the rules have every other board
// too.
var variants = []string{
	"connect4:7x6:4", "connect4:6x5:4", "connect4:8x7:4", "connect4:9x7:4", "connect4:15x15:5",
	"tictactoe", "force3:fair", "force3", "force3:placed:fair", "force3:placed",
}

// serve puts the hub together, and takes it apart in the opposite order when ctx
// ends: players are told to come back before anything that they need is closed.
func serve(ctx context.Context, cfg config, stdout io.Writer) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	store, err := cli.OpenStore(ctx, cfg.store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	p := &program{cfg: cfg, store: store, opened: store, name: cli.ProcessName("hub"), registry: cli.NewRegistry(), failed: make(chan error, 2)}
	if p.tracer, err = cli.OpenTracer(cfg.trace, "hub", p.name, cfg.log); err != nil {
		return err
	}
	defer p.tracer.Close()
	if err := p.listen(); err != nil {
		return err
	}
	if err := p.build(); err != nil {
		return errors.Join(err, p.close())
	}
	p.start()
	cfg.log.Info("serving", "hub", p.name, "addr", p.public.Addr().String(), "store", cli.Redact(cfg.store), "version", cli.Version())
	greet(stdout, p.scheme, p.public.Addr())
	return p.run(ctx)
}

// program is the parts of a hub.
type program struct {
	cfg      config
	store    cli.Store
	opened   cli.Store // the same, without what may count its calls
	name     string
	registry *prometheus.Registry
	tracer   *trace.Tracer // nil: no traces

	public, admin net.Listener // admin: nil without such an address
	scheme        string       // of public
	tls           *tls.Config  // of public; nil: plain

	hub     *hub.Hub
	servers []*cli.Server
	failed  chan error // how each of them ended
}

// listen takes the addresses, before anything that could fail later is begun.
func (p *program) listen() (err error) {
	p.scheme = "http"
	if p.cfg.tlsCert != "" {
		certificate, err := cli.LoadCertificate(p.cfg.tlsCert, p.cfg.tlsKey, p.cfg.log)
		if err != nil {
			return err
		}
		p.scheme, p.tls = "https", certificate.TLS()
	}
	if p.public, err = net.Listen("tcp", p.cfg.addr); err != nil {
		return fmt.Errorf("cannot serve on -addr %s: %w", p.cfg.addr, err)
	}
	if p.cfg.admin == "" {
		return nil
	}
	if p.admin, err = net.Listen("tcp", p.cfg.admin); err != nil {
		return errors.Join(fmt.Errorf("cannot serve on -admin %s: %w", p.cfg.admin, err), p.close())
	}
	return nil
}

// close gives the addresses up that nothing serves.
func (p *program) close() (err error) {
	for _, l := range []net.Listener{p.public, p.admin} {
		if l != nil {
			err = errors.Join(err, l.Close())
		}
	}
	return err
}

func (p *program) build() error {
	page, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		return err
	}
	p.hub, err = hub.New(hub.Config{
		Store: p.store, Name: p.name, Page: page, Origins: p.cfg.origins, Addresses: localAddresses(p.scheme, p.public.Addr()),
		Variants: variants, Limits: p.cfg.limits, TrustedProxies: p.cfg.trustedProxies, Retention: p.cfg.retention,
		KeepGames: p.cfg.keepGames, Log: p.cfg.log, Registry: p.registry, Trace: p.tracer,
	})
	return err
}

// start serves both addresses.
func (p *program) start() {
	serve := func(l net.Listener, handler http.Handler, how cli.HTTP) {
		s := cli.Serve(l, handler, how)
		p.servers = append(p.servers, s)
		go func() { p.failed <- s.Wait() }()
	}
	if p.admin != nil {
		serve(p.admin, cli.Admin(p.registry, p.hub.Ready, p.cfg.operators, p.site().Handler()), cli.DefaultHTTP(p.cfg.log))
		p.cfg.log.Info("operators", "page", "http://"+p.admin.Addr().String()+"/", "metrics", "http://"+p.admin.Addr().String()+"/metrics")
	}
	how := p.cfg.http
	how.TLS = p.tls
	serve(p.public, p.hub.Handler(), how)
}

// run works until ctx ends or a server fails, and ends all of it.
func (p *program) run(ctx context.Context) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var parts sync.WaitGroup
	if p.cfg.workers > 0 {
		measured := storemetrics.Wrap(p.store, p.registry, nil)
		parts.Go(func() {
			aiworker.Run(ctx, aiworker.Config{
				Store: measured, Observer: measured, Name: p.name, Concurrency: p.cfg.workers, Retention: p.cfg.retention,
				CachedEntries: aiworker.DefaultCachedEntries, Log: p.cfg.log, Registry: p.registry, Trace: p.tracer,
			})
		})
	}
	parts.Go(func() { p.hub.Run(ctx) })
	select {
	case <-ctx.Done():
		p.cfg.log.Info("ending", "hub", p.name, "sockets", p.hub.Status().Sockets)
	case err = <-p.failed:
		cancel()
	}
	parts.Wait()
	for _, s := range slices.Backward(p.servers) {
		err = errors.Join(err, s.Shutdown())
	}
	return err
}

// greet says where to point a browser.
func greet(stdout io.Writer, scheme string, addr net.Addr) {
	fmt.Fprintf(stdout, "Quatre is served on\n\n    %s://localhost:%d   this machine\n", scheme, port(addr))
	for _, address := range localAddresses(scheme, addr) {
		fmt.Fprintf(stdout, "    %s   the local network\n", address)
	}
	fmt.Fprintln(stdout, "\nCtrl+C ends it; nothing is lost.")
}

// localAddresses returns where other machines reach a listener on all
// interfaces.
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

func port(addr net.Addr) int {
	if tcp, ok := addr.(*net.TCPAddr); ok {
		return tcp.Port
	}
	return 0
}
