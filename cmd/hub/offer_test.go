package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// A hub that listens on all addresses offers the addresses of its machine to a player on this
// machine. With -offer it offers the given addresses.
func TestOfferedAddresses(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"-addr 127.0.0.1:0", "[]"},
		{"-addr :0 -offer none", "[]"},
		{"-addr :0 -offer https://play.example.org,http://192.0.2.7:8080", "[https://play.example.org http://192.0.2.7:8080]"},
		{"-addr :0", "own"},
	} {
		flags := append(strings.Fields(c.flags), "-store", "file:"+t.TempDir()+"/quatre.db")
		address, stop, _ := startHub(t, flags...)
		_, text := get(t, address+"/api/about")
		var about struct{ Addresses []string }
		if err := json.Unmarshal([]byte(text), &about); err != nil {
			t.Fatal(err)
		}
		want := c.want
		if want == "own" {
			u, _ := url.Parse(address)
			port, _ := strconv.Atoi(u.Port())
			want = fmt.Sprint(localAddresses("http", &net.TCPAddr{IP: net.IPv6unspecified, Port: port}))
		}
		if got := fmt.Sprint(about.Addresses); got != want {
			t.Errorf("%s: offers %s, want %s", c.flags, got, want)
		}
		stop()
	}
}
