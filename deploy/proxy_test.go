package deploy

import (
	"net"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The addresses and ports in nginx.conf and docker-compose.yml match.
func TestProxyReachesHubs(t *testing.T) {
	project := compose(t)
	conf := read(t, "deploy/proxy/nginx.conf")
	proxy := project.Services["proxy"]

	var upstream []string
	for _, m := range regexp.MustCompile(`(?m)^\s*server ([\w-]+):(\d+) max_fails=`).FindAllStringSubmatch(conf, -1) {
		upstream = append(upstream, m[1])
		hub := project.Services[m[1]]
		host, port, err := net.SplitHostPort(environment(hub)["QUATRE_ADDR"])
		if err != nil || port != m[2] {
			t.Errorf("nginx connects to port %[2]s of %[1]s, which serves on %[3]s:%[4]s", m[1], m[2], host, port)
		}
		front := hub.Networks["front"]
		if front == nil || front.Ipv4Address != host {
			t.Errorf("%s serves on %s and has another address on the proxy's network: %+v", m[1], host, front)
		}
		if got := proxy.ExtraHosts[m[1]]; !slices.Equal(got, []string{host}) {
			t.Errorf("the proxy's address of %s is %v, want %s", m[1], got, host)
		}
	}
	if want := slices.Repeat(hubs, 2); !slices.Equal(upstream, want) {
		t.Errorf("the upstream servers are %v, want %v: each hub for requests and for sockets", upstream, want)
	}

	listen := regexp.MustCompile(`(?m)^\s*listen (\d+)`)
	for i, file := range []string{"plain/listen.conf", "tls/listen.conf"} {
		m := listen.FindStringSubmatch(read(t, "deploy/proxy/"+file))
		if len(proxy.Ports) != 2 || m == nil || m[1] != strconv.Itoa(int(proxy.Ports[i].Target)) {
			t.Errorf("nginx listens on %v, docker-compose.yml publishes %v", m, proxy.Ports)
		}
	}
	check := strings.Join(proxy.HealthCheck.Test, " ")
	if !strings.Contains(check, ":8080/proxy-healthz") || !strings.Contains(conf, "location = /proxy-healthz") {
		t.Errorf("the health check runs %q, which nginx.conf does not serve", check)
	}
}

// nginx.conf passes websockets on, and its time limits fit those of the hub.
func TestProxySockets(t *testing.T) {
	conf := read(t, "deploy/proxy/nginx.conf")
	for _, line := range []string{
		"proxy_http_version 1.1;",
		"proxy_set_header Upgrade $http_upgrade;",
		"proxy_set_header Connection $connection_upgrade;",
		"proxy_set_header Host $http_host;",
		"proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
		"proxy_set_header X-Forwarded-Proto $forwarded_proto;",
		"proxy_set_header X-Request-Id $request_id;",
		"id $request_id';", // of log_format
		"proxy_next_upstream error timeout;",
	} {
		if !strings.Contains(strings.Join(strings.Fields(conf), " "), line) {
			t.Errorf("nginx.conf has no %q", line)
		}
	}
	if strings.Contains(conf, "non_idempotent;") || strings.Contains(conf, "non_idempotent ") {
		t.Error("nginx would repeat a POST that a hub may have received")
	}
	limits := regexp.MustCompile(`proxy_read_timeout (\w+);`).FindAllStringSubmatch(conf, -1)
	if len(limits) != 2 {
		t.Fatalf("read limits %v, want one for requests and one for sockets", limits)
	}
	least := []time.Duration{
		constant(t, "cmd/internal/cli/server.go", "requestTimeout"),
		10 * constant(t, "internal/hub/socket/ping.go", "pingInterval"),
	}
	for i, m := range limits {
		if limit, err := time.ParseDuration(m[1]); err != nil || limit <= least[i] {
			t.Errorf("proxy_read_timeout %s, want more than %v", m[1], least[i])
		}
	}
	kept := regexp.MustCompile(`keepalive_timeout (\w+); # less`).FindStringSubmatch(conf)
	idle := constant(t, "cmd/internal/cli/server.go", "idleTimeout")
	if kept == nil {
		t.Error("nginx keeps no connections to the hubs")
	} else if limit, err := time.ParseDuration(kept[1]); err != nil || limit >= idle {
		t.Errorf("nginx keeps a connection for %s, and a hub closes it after %v", kept[1], idle)
	}
}

// The hubs' address for operators is on the network watch, which only Prometheus and workers
// share with the hubs (TestNetworks). On front and watch, the hubs have fixed addresses that the
// engine gives to no other container.
func TestAdminIsOnWatch(t *testing.T) {
	project := compose(t)
	for _, name := range hubs {
		hub := project.Services[name]
		host, port, err := net.SplitHostPort(environment(hub)["QUATRE_ADMIN"])
		if watch := hub.Networks["watch"]; err != nil || watch == nil || watch.Ipv4Address != host || port != "8081" {
			t.Errorf("%s serves operators on %s:%s (%v), and its address on watch is %+v", name, host, port, err, watch)
		}
	}
	for _, name := range []string{"front", "watch"} {
		pools := project.Networks[name].Ipam.Config
		if len(pools) != 1 {
			t.Fatalf("the network %s has %d pools of addresses, want one", name, len(pools))
		}
		subnet, err := netip.ParsePrefix(pools[0].Subnet)
		if err != nil {
			t.Fatal(err)
		}
		free, err := netip.ParsePrefix(pools[0].IPRange)
		if err != nil {
			t.Fatal(err)
		}
		for _, hub := range hubs {
			fixed, err := netip.ParseAddr(project.Services[hub].Networks[name].Ipv4Address)
			if err != nil || !subnet.Contains(fixed) || free.Contains(fixed) {
				t.Errorf("%s on %s: the address %v (%v) is not in %v, or is in %v, from which the engine chooses addresses for services", hub, name, fixed, err, subnet, free)
			}
		}
	}
}

// The limit of open files suffices for the connections of hubs and proxy. It is not higher than
// most, because an engine refuses a limit above its own.
func TestFileLimits(t *testing.T) {
	const most = 16384
	project := compose(t)
	needs := map[string]string{"proxy": regexp.MustCompile(`worker_connections (\d+);`).FindStringSubmatch(read(t, "deploy/proxy/nginx.conf"))[1]}
	for _, hub := range hubs {
		needs[hub] = environment(project.Services[hub])["QUATRE_MAX_SOCKETS"]
	}
	for name, connections := range needs {
		n, err := strconv.Atoi(connections)
		limit := project.Services[name].Ulimits["nofile"]
		if err != nil || limit == nil || limit.Single < n+1000 || limit.Single > most {
			t.Errorf("%s: nofile %+v for %s connections (%v), want at most %d", name, limit, connections, err, most)
		}
	}
}

// nginx ends within the engine's grace period.
func TestProxyGrace(t *testing.T) {
	m := regexp.MustCompile(`worker_shutdown_timeout (\w+);`).FindStringSubmatch(read(t, "deploy/proxy/nginx.conf"))
	if m == nil {
		t.Fatal("nginx.conf has no worker_shutdown_timeout: nginx would wait for open websockets for ever")
	}
	limit, err := time.ParseDuration(m[1])
	grace := compose(t).Services["proxy"].StopGracePeriod
	if err != nil || grace == nil || time.Duration(*grace) <= limit {
		t.Errorf("stop_grace_period %v, want more than nginx's %s", grace, m[1])
	}
}

// Hubs trust only the network that they share with the proxy.
func TestHubsTrustTheProxy(t *testing.T) {
	project := compose(t)
	for _, name := range hubs {
		trusted := environment(project.Services[name])["QUATRE_TRUSTED_PROXIES"]
		network := project.Networks["front"]
		if pools := network.Ipam.Config; len(pools) != 1 || trusted != pools[0].Subnet || !network.Internal {
			t.Errorf("%s trusts %q; the proxy is in %+v", name, trusted, pools)
		}
		if sockets := environment(project.Services[name])["QUATRE_MAX_SOCKETS"]; sockets == "" {
			t.Errorf("%s has no limit of sockets that fits its memory", name)
		}
	}
}
