package cli

import (
	"flag"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// ParseNetworks parses the value of a flag: addresses and networks, such as 10.0.0.7 or
// 10.0.0.0/8, separated by commas.
func ParseNetworks(name, list string) (networks []netip.Prefix, err error) {
	for text := range strings.SplitSeq(list, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		network, err := netip.ParsePrefix(text)
		if address, wrong := netip.ParseAddr(text); wrong == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("-%s: %q is not an address or network, such as 10.0.0.7 or 10.0.0.0/8", name, text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// OperatorsFlag adds -admin-from. It returns a function that returns the networks, to be
// called when the flags are parsed.
func OperatorsFlag(fs *flag.FlagSet) func() ([]netip.Prefix, error) {
	const name = "admin-from"
	list := fs.String(name, "127.0.0.0/8,::1", "`networks` that may use all of -admin; others see metrics and health there")
	return func() ([]netip.Prefix, error) { return ParseNetworks(name, *list) }
}

// allowOnly answers requests from the networks, and forbids all others.
func allowOnly(from []netip.Prefix, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		address := peer.Addr().Unmap().WithZone("")
		if err != nil || !slices.ContainsFunc(from, func(p netip.Prefix) bool { return p.Contains(address) }) {
			http.Error(w, "This is for operators, on this machine or from a network in -admin-from.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
