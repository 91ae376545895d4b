package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// Access says which clients may use the address -admin, and by which host names.
type Access struct {
	Operators []netip.Prefix // networks whose clients may use all pages
	Hosts     []string       // names allowed in a request's Host, in lower case; IP addresses and localhost always are
}

// AccessFlags adds -admin-from and -admin-host. It returns a function that returns their
// values, to be called when the flags are parsed.
func AccessFlags(fs *flag.FlagSet) func() (Access, error) {
	const from, host = "admin-from", "admin-host"
	networks := fs.String(from, "127.0.0.0/8,::1", "`networks` that may use all of -admin; others see metrics and health there")
	names := fs.String(host, "", "comma-separated `names` by which programs may ask -admin, such as hub-1; IP addresses and localhost are always allowed")
	return func() (a Access, err error) {
		if a.Operators, err = ParseNetworks(from, *networks); err != nil {
			return a, err
		}
		a.Hosts, err = ParseList(host, *names, parseHost)
		return a, err
	}
}

// hostName matches a DNS name in lower case. Underscores occur in names of containers.
var hostName = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$`)

func parseHost(text string) (string, error) {
	if text = strings.ToLower(text); !hostName.MatchString(text) {
		return "", fmt.Errorf("%q is not the name of a host, such as hub-1 or hub.example.org, without a port", text)
	}
	return text, nil
}

// onlyHosts passes requests on to next if their Host is an IP address, localhost or one of
// names, and refuses all others.
//
// This stops DNS rebinding: evil.com lets its name point to 127.0.0.1, so that scripts of its
// page may read what this server answers. The browser still sends evil.com as Host.
func onlyHosts(names []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostOf(r.Host)
		if _, err := netip.ParseAddr(host); err != nil && host != "localhost" && !slices.Contains(names, host) {
			refuse(w, http.StatusMisdirectedRequest, "unknown_host",
				"This address answers only to an IP address, to localhost, and to the names in -admin-host.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf returns the host of a Host header: in lower case, without port, brackets and the dot
// that may end a full name.
func hostOf(header string) string {
	host, _, err := net.SplitHostPort(header)
	if err != nil { // no port
		host = strings.TrimSuffix(strings.TrimPrefix(header, "["), "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// forwarded are the headers by which proxies say for whom they ask.
var forwarded = []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded"}

// allowOnly passes requests from the networks on to next, and refuses all others, and those that a proxy has forwarded.
func allowOnly(from []netip.Prefix, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		address := peer.Addr().Unmap().WithZone("")
		if err != nil || !slices.ContainsFunc(from, func(p netip.Prefix) bool { return p.Contains(address) }) {
			refuse(w, http.StatusForbidden, "not_operator", "This is for operators, on this machine or from a network in -admin-from.")
			return
		}
		if slices.ContainsFunc(forwarded, func(name string) bool { return len(r.Header.Values(name)) > 0 }) {
			refuse(w, http.StatusForbidden, "forwarded", "This came through a proxy, which makes strangers look like operators. Ask -admin directly, or through ssh -L.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuse answers with a machine code and a sentence, in the form of the API's failures.
func refuse(w http.ResponseWriter, status int, code, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(struct {
		Code  string `json:"code"`
		Text  string `json:"text"`
		Retry bool   `json:"retry"`
	}{code, text, false}) // an error means that the client has gone
}

// ParseNetworks parses the value of a flag: addresses and networks, such as 10.0.0.7 or
// 10.0.0.0/8, separated by commas. The error names the flag and what is neither.
func ParseNetworks(name, list string) ([]netip.Prefix, error) {
	return ParseList(name, list, func(text string) (netip.Prefix, error) {
		network, err := netip.ParsePrefix(text)
		if address, wrong := netip.ParseAddr(text); wrong == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			err = fmt.Errorf("%q is not an address or network, such as 10.0.0.7 or 10.0.0.0/8", text)
		}
		return network.Masked(), err
	})
}

// ParseList parses the value of a flag: items, separated by commas. The error names the flag.
func ParseList[T any](name, list string, parse func(text string) (T, error)) (items []T, err error) {
	for text := range strings.SplitSeq(list, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		item, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("-%s: %w", name, err)
		}
		items = append(items, item)
	}
	return items, nil
}
