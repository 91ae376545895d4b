package cli

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzRedact checks that Redact shows no part of the password.
func FuzzRedact(f *testing.F) {
	for _, seed := range [][3]string{{"redis", "secret", "h:6379/0"}, {"bolt", "s/e?c#r@e:t", "h"}, {"http", "%", ""}, {"", "", "\x00"}} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, scheme, password, rest string) {
		if strings.HasPrefix(scheme, FileScheme) {
			return // a file has no password
		}
		user := url.UserPassword("u", password).String()
		shown := Redact(scheme + "://" + user + "@" + rest)
		if _, escaped, _ := strings.Cut(user, ":"); len(escaped) > 5 && !strings.Contains(scheme+rest, escaped) && strings.Contains(shown, ":"+escaped+"@") {
			t.Fatalf("%q shows %q", shown, password)
		}
	})
}

// FuzzCheckAddr checks that an accepted address splits into host and port.
func FuzzCheckAddr(f *testing.F) {
	for _, addr := range []string{":8080", "127.0.0.1:8081", "[::1]:80", "::1", "host", "host:", "", ":0", "none"} {
		f.Add(addr)
	}
	f.Fuzz(func(t *testing.T, addr string) {
		if CheckAddr("addr", addr) == nil && (!strings.Contains(addr, ":") || strings.HasSuffix(addr, ":")) {
			t.Fatalf("%q is accepted as an address", addr)
		}
		if admin, err := CheckAdmin(addr); err == nil && admin != "" && admin != addr {
			t.Fatalf("CheckAdmin returns %[2]q for %[1]q", addr, admin)
		}
	})
}
