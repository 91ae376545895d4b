package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/frontend"
	"github.com/quatre/quatre/internal/aiworker"
	"github.com/quatre/quatre/internal/hub"
)

// variants are those that the page offers first; the rules have every other board
// too.
var variants = []string{
	"connect4:7x6:4", "connect4:6x5:4", "connect4:8x7:4", "connect4:9x7:4", "connect4:15x15:5",
	"tictactoe", "force3:fair", "force3", "force3:placed:fair", "force3:placed",
}

// serve puts the hub together, in one straight line, and takes it apart in the
// opposite order when ctx ends: players are told to come back before anything
// that they need is closed.
func serve(ctx context.Context, cfg config, stdout io.Writer) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	store, err := cli.OpenStore(ctx, cfg.store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	listener, err := net.Listen("tcp", cfg.addr)
	if err != nil {
		return fmt.Errorf("cannot serve on -addr %s: %w", cfg.addr, err)
	}
	page, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		return err
	}
	registry := cli.NewRegistry()
	name := cli.ProcessName("hub")
	h, err := hub.New(hub.Config{
		Store: store, Name: name, Page: page, Origins: cfg.origins, Addresses: localAddresses(listener.Addr()),
		Variants: variants, Log: cfg.log, Registry: registry,
	})
	if err != nil {
		return err
	}

	var servers []*cli.Server
	failed := make(chan error, 2)
	start := func(l net.Listener, handler http.Handler) {
		s := cli.Serve(l, handler)
		servers = append(servers, s)
		go func() { failed <- s.Wait() }()
	}
	if cfg.admin != "" {
		admin, err := net.Listen("tcp", cfg.admin)
		if err != nil {
			return errors.Join(fmt.Errorf("cannot serve on -admin %s: %w", cfg.admin, err), listener.Close())
		}
		start(admin, cli.Admin(registry, h.Ready))
		cfg.log.Info("operators", "metrics", "http://"+admin.Addr().String()+"/metrics")
	}
	start(listener, h.Handler())

	var parts sync.WaitGroup
	if cfg.workers > 0 {
		parts.Go(func() {
			aiworker.Run(ctx, aiworker.Config{
				Store: store, Name: name, Concurrency: cfg.workers, Log: cfg.log, Registry: registry,
			})
		})
	}
	parts.Go(func() { h.Run(ctx) })
	greet(stdout, listener.Addr())

	select {
	case <-ctx.Done():
	case err = <-failed:
		cancel()
	}
	parts.Wait()
	for _, s := range slices.Backward(servers) {
		err = errors.Join(err, s.Shutdown())
	}
	return err
}

// greet says where to point a browser.
func greet(stdout io.Writer, addr net.Addr) {
	fmt.Fprintf(stdout, "Quatre is served on\n\n    http://localhost:%d   this machine\n", port(addr))
	for _, address := range localAddresses(addr) {
		fmt.Fprintf(stdout, "    %s   the local network\n", address)
	}
	fmt.Fprintln(stdout, "\nCtrl+C ends it; nothing is lost.")
}

// localAddresses returns where other machines reach a listener on all
// interfaces.
func localAddresses(addr net.Addr) []string {
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
			urls = append(urls, "http://"+net.JoinHostPort(ip.IP.String(), strconv.Itoa(tcp.Port)))
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
