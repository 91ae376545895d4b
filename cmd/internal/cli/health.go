package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

const healthAbout = `%[1]s health asks whether the %[1]s on this machine, or in this container, can do its work.
It requests /readyz at the address -admin: give it the same -admin or QUATRE_ADMIN as that
process. The exit status is 0 if it is ready, 1 if not, and 2 for an invalid command line.
Standard error says what is wrong.`

// healthTimeout is the default of -timeout. If a supervisor asks more often, or gives up
// earlier, the operator should set a shorter timeout.
const healthTimeout = 3 * time.Second

// maxReason is the longest reason that is shown, in bytes.
const maxReason = 1 << 10

// Health runs the subcommand health of a program. It asks the process that runs on this machine
// whether it is ready, and returns the exit status: 0 if it is ready, 1 if not, 2 for a bad
// command line. admin is the program's default of -admin.
func Health(ctx context.Context, program, admin string, args []string, stderr io.Writer) int {
	name := program + " health"
	fs := NewFlags(name, "", fmt.Sprintf(healthAbout, program), stderr)
	fs.StringVar(&admin, "admin", admin, "`address` that "+program+" serves operators on; without a host, or with 0.0.0.0 or [::], the command asks on loopback")
	timeout := fs.Duration("timeout", healthTimeout, "`time` after which no answer counts as not ready")
	_, err := Parse(fs, args)
	if err == nil {
		admin, err = healthAddress(admin)
	}
	if err == nil && *timeout <= 0 {
		err = fmt.Errorf("-timeout %v: must be more than 0, such as 3s", *timeout)
	}
	if err != nil {
		return Refused(err, name, stderr)
	}
	return Failed(askReady(ctx, admin, *timeout), name, stderr)
}

// healthAddress returns the address at which this machine reaches a program that listens on admin.
func healthAddress(admin string) (string, error) {
	addr, err := CheckAdmin(admin)
	if err != nil {
		return "", err
	}
	if addr == "" {
		return "", errors.New("-admin none: there is no address to ask; set the same -admin for the program and for this command")
	}
	host, port, _ := net.SplitHostPort(addr) // CheckAdmin has checked its form
	if port == "0" {
		return "", fmt.Errorf("-admin %s: the program has chosen a free port; its log says which", addr)
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.Unmap().IsUnspecified() {
		addr = net.JoinHostPort("localhost", port) // on each of these hosts, Go listens on IPv4 and IPv6
	}
	return addr, nil
}

// askReady requests /readyz at an address. It returns nil if the program is ready.
func askReady(ctx context.Context, addr string, timeout time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("%s: no answer within %v", addr, timeout))
	defer cancel()
	// The default transport is not used, because it may use a proxy from the environment.
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/readyz", nil)
	if err != nil {
		return err
	}
	resp, err := transport.RoundTrip(r)
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("no answer: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	reason, _ := io.ReadAll(io.LimitReader(resp.Body, maxReason)) // an error means that the rest is missing
	return fmt.Errorf("not ready: %s: %s", resp.Status, strings.TrimSpace(string(reason)))
}
