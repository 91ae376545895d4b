package redisdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Times after which Redis counts as away. The client dials once and tries a command twice, so
// a caller waits for less than twice these times.
const (
	dialTimeout    = 1500 * time.Millisecond
	replyTimeout   = 2 * time.Second
	commandRetries = 1 // attempts after the first one
)

// address is a parsed address of Redis, with its options.
type address struct {
	cluster bool
	shards  int  // number of shards of a new database; 0: not given
	wait    bool // Commit waits until a replica has the changes
	options redis.UniversalOptions
}

// badAddress returns an error about an address. It must not show the text of the address, which
// may contain a password even where none is expected.
func badAddress(problem string) error {
	return fmt.Errorf("redisdb: %s; use redis://host:6379/0, redis+sentinel://host:26379,host:26379/mastername/0 "+
		"or redis+cluster://host:6379,host:6379, with rediss instead of redis for TLS", problem)
}

// parseAddress parses an address in one of the forms that Open describes.
func parseAddress(s string) (a address, err error) {
	scheme, rest, _ := strings.Cut(s, "://")
	base, kind, _ := strings.Cut(scheme, "+")
	if base != "redis" && base != "rediss" || kind != "" && kind != "sentinel" && kind != "cluster" {
		return a, badAddress("this is not an address of Redis")
	}
	rest, query, _ := strings.Cut(rest, "?")
	hosts, database, _ := strings.Cut(rest, "/")
	user, port := "", "6379"
	if at := strings.LastIndexByte(hosts, '@'); at >= 0 {
		user, hosts = hosts[:at+1], hosts[at+1:]
	}
	master := ""
	switch kind {
	case "sentinel":
		port = "26379"
		if master, database, _ = strings.Cut(database, "/"); master == "" {
			return a, badAddress("the name of the Sentinels' master is missing")
		}
	case "cluster":
		if database != "" {
			return a, badAddress("a Cluster has no databases, so nothing follows its hosts")
		}
	}
	query, err = a.takeOptions(query)
	if err != nil {
		return a, err
	}
	// go-redis reads all parts but the hosts, of which it knows only one.
	o, err := redis.ParseURL(base + "://" + user + "host/" + database + "?" + query)
	if err != nil || o.DB < 0 {
		return a, badAddress("the user, the password, the database or an option cannot be read")
	}
	if o.TLSConfig != nil {
		o.TLSConfig.ServerName = "" // a certificate names the host that was dialed
	}
	addrs, err := parseHosts(hosts, port)
	if err != nil || kind == "" && len(addrs) > 1 {
		return a, badAddress("a host or a port cannot be read")
	}
	a.cluster = kind == "cluster"
	a.options = redis.UniversalOptions{
		Addrs: addrs, MasterName: master, IsClusterMode: a.cluster,
		DB: o.DB, Username: o.Username, Password: o.Password, ClientName: o.ClientName, TLSConfig: o.TLSConfig,
		DialTimeout: o.DialTimeout, ReadTimeout: o.ReadTimeout, WriteTimeout: o.WriteTimeout,
		MaxRetries: o.MaxRetries, MinRetryBackoff: o.MinRetryBackoff, MaxRetryBackoff: o.MaxRetryBackoff,
		PoolSize: o.PoolSize, PoolFIFO: o.PoolFIFO, PoolTimeout: o.PoolTimeout, MaxConcurrentDials: o.MaxConcurrentDials,
		MinIdleConns: o.MinIdleConns, MaxIdleConns: o.MaxIdleConns, MaxActiveConns: o.MaxActiveConns,
		ConnMaxIdleTime: o.ConnMaxIdleTime, ConnMaxLifetime: o.ConnMaxLifetime, ConnMaxLifetimeJitter: o.ConnMaxLifetimeJitter,
		PipelinePoolSize: o.PipelinePoolSize, PipelineReadBufferSize: o.PipelineReadBufferSize, PipelineWriteBufferSize: o.PipelineWriteBufferSize,
	}
	return a, nil
}

// takeOptions sets the options that go-redis does not know, and returns the others.
func (a *address) takeOptions(query string) (others string, err error) {
	q, err := url.ParseQuery(query)
	if err != nil {
		return "", badAddress("an option cannot be read")
	}
	if q.Has("wait") && q.Get("wait") != "1" {
		return "", badAddress("wait can only be 1")
	}
	a.wait = q.Has("wait")
	if q.Has("shards") {
		if a.shards, err = strconv.Atoi(q.Get("shards")); err != nil || a.shards < 1 || a.shards > maxShards {
			return "", badAddress(fmt.Sprintf("there can be 1 to %d shards", maxShards))
		}
	}
	q.Del("wait")
	q.Del("shards")
	return q.Encode(), nil
}

func parseHosts(hosts, defaultPort string) (addrs []string, err error) {
	for host := range strings.SplitSeq(hosts, ",") {
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), defaultPort)
		}
		name, port, err := net.SplitHostPort(host)
		if err != nil {
			return nil, err
		}
		if _, err := strconv.ParseUint(port, 10, 16); err != nil || name == "" {
			return nil, errors.New("a host or a port is missing")
		}
		addrs = append(addrs, host)
	}
	return addrs, nil
}

// connect returns a client, which dials when it is first used.
func (a address) connect() redis.UniversalClient {
	o := a.options
	o.Addrs = slices.Clone(o.Addrs) // the client of a Cluster appends to this slice
	o.DialTimeout = cmp.Or(o.DialTimeout, dialTimeout)
	o.ReadTimeout = cmp.Or(o.ReadTimeout, replyTimeout)
	o.WriteTimeout = cmp.Or(o.WriteTimeout, replyTimeout)
	o.MaxRetries = cmp.Or(o.MaxRetries, commandRetries)
	o.DialerRetries = 1
	o.MinRetryBackoff = cmp.Or(o.MinRetryBackoff, 5*time.Millisecond)
	o.MaxRetryBackoff = cmp.Or(o.MaxRetryBackoff, 50*time.Millisecond)
	o.ContextTimeoutEnabled = true
	// Version 3 of the protocol is not needed, and servers of Redis 7.0 answer parts of it
	// with errors.
	o.Protocol = 2
	o.DisableIdentity = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	client := redis.NewUniversalClient(&o)
	if cluster, ok := client.(*redis.ClusterClient); ok {
		cluster.AddHook(limited)
		cluster.OnNewNode(func(node *redis.Client) { node.AddHook(reloadOnError(cluster)) })
	}
	return client
}

// hook is a redis.Hook that is called with each dial, and with each command or pipeline.
type hook func(ctx context.Context, dials bool, next func(context.Context) error) error

func (h hook) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (conn net.Conn, err error) {
		err = h(ctx, true, func(ctx context.Context) (err error) {
			conn, err = next(ctx, network, addr)
			return err
		})
		return conn, err
	}
}

func (h hook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		return h(ctx, false, func(ctx context.Context) error { return next(ctx, cmd) })
	}
}

func (h hook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		return h(ctx, false, func(ctx context.Context) error { return next(ctx, cmds) })
	}
}

// limited bounds the time of a command on a Cluster. On one server replyTimeout and commandRetries
// do this. Without it go-redis would send a command eight times to a node that does not answer, for
// 16 s.
var limited hook = func(ctx context.Context, dials bool, next func(context.Context) error) error {
	if dials {
		return next(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, (1+commandRetries)*replyTimeout)
	defer cancel()
	return next(ctx)
}

// reloadOnError makes the client of a Cluster reload the slots of all nodes as soon as a node
// cannot be reached or does not answer. Without it the client reloads only once a minute or when a
// node redirects it, and so overlooks the replica that has replaced a dead master.
func reloadOnError(cluster *redis.ClusterClient) hook {
	return func(ctx context.Context, dials bool, next func(context.Context) error) error {
		err := next(ctx)
		var failure net.Error
		if err != nil && dials || errors.As(err, &failure) && failure.Timeout() {
			cluster.ReloadState(ctx) // does not wait for the result
		}
		return err
	}
}
