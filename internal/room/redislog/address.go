package redislog

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	shards  int  // number of shards of a new store; 0: not given
	wait    bool // Append waits until a replica has the entry
	options redis.UniversalOptions
}

// ownOption matches an option of this package at the end of an address: shards, the number of
// shards of a new store, or wait. These options follow those that go-redis knows.
var ownOption = regexp.MustCompile(`[?&](shards|wait)=([0-9]+)$`)

// forms is the end of every error about an address.
const forms = "use redis://host:6379/0, redis+sentinel://host:26379,host:26379/mastername/0 " +
	"or redis+cluster://host:6379,host:6379, with rediss instead of redis for TLS"

// parseAddress parses an address in one of the forms that Open describes.
func parseAddress(s string) (address, error) {
	m := ownOption.FindStringSubmatchIndex(s)
	if m == nil {
		return parseServers(s)
	}
	a, err := parseAddress(s[:m[0]])
	if err != nil {
		return address{}, err
	}
	n, err := strconv.Atoi(s[m[4]:m[5]])
	if s[m[2]:m[3]] == "wait" {
		if err != nil || n != 1 {
			return address{}, fmt.Errorf("redislog: wait can only be 1; %s", forms)
		}
		a.wait = true
		return a, nil
	}
	if err != nil || n < 1 || n > maxShards {
		return address{}, fmt.Errorf("redislog: there can be 1 to %d shards; %s", maxShards, forms)
	}
	a.shards = n
	return a, nil
}

// parseServers parses an address without the options of this package.
func parseServers(s string) (address, error) {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		return address{}, fmt.Errorf("redislog: not an address of Redis; %s", forms)
	}
	base, kind, _ := strings.Cut(scheme, "+")
	if base != "redis" && base != "rediss" {
		return address{}, fmt.Errorf("redislog: unknown scheme %q; %s", scheme, forms)
	}
	switch kind {
	case "":
		return parseSingle(s)
	case "sentinel", "cluster":
		return parseMany(base, kind, rest)
	}
	return address{}, fmt.Errorf("redislog: unknown scheme %q; %s", scheme, forms)
}

// parseSingle parses an address of one server, with the options that go-redis documents for
// ParseURL.
func parseSingle(s string) (address, error) {
	o, err := redis.ParseURL(s)
	if err != nil {
		// Leave out the text of the cause: it may contain the password.
		return address{}, fmt.Errorf("redislog: malformed address; %s", forms)
	}
	return address{options: redis.UniversalOptions{
		Addrs:        []string{o.Addr},
		DB:           o.DB,
		Username:     o.Username,
		Password:     o.Password,
		ClientName:   o.ClientName,
		TLSConfig:    o.TLSConfig,
		DialTimeout:  o.DialTimeout,
		ReadTimeout:  o.ReadTimeout,
		WriteTimeout: o.WriteTimeout,
		PoolSize:     o.PoolSize,
		MaxRetries:   o.MaxRetries,
	}}, nil
}

// parseMany parses an address with several hosts.
func parseMany(base, kind, rest string) (address, error) {
	var o redis.UniversalOptions
	hosts, path, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(hosts, '@'); at >= 0 {
		u, err := url.Parse("redis://" + hosts[:at] + "@host")
		if err != nil {
			return address{}, fmt.Errorf("redislog: malformed user or password; %s", forms)
		}
		o.Username = u.User.Username()
		o.Password, _ = u.User.Password()
		hosts = hosts[at+1:]
	}
	port := "6379"
	if kind == "sentinel" {
		port = "26379"
	}
	for host := range strings.SplitSeq(hosts, ",") {
		if host == "" {
			return address{}, fmt.Errorf("redislog: an empty host; %s", forms)
		}
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), port)
		}
		// The errors leave out host: it may be the end of a password that has an @ or a colon.
		if _, given, err := net.SplitHostPort(host); err != nil {
			return address{}, fmt.Errorf("redislog: a host cannot be read; %s", forms)
		} else if _, err := strconv.ParseUint(given, 10, 16); err != nil {
			return address{}, fmt.Errorf("redislog: a port is not a number; %s", forms)
		}
		o.Addrs = append(o.Addrs, host)
	}
	if base == "rediss" {
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if kind == "cluster" {
		if path != "" {
			return address{}, fmt.Errorf("redislog: a Cluster has no databases, so nothing follows its hosts; %s", forms)
		}
		o.IsClusterMode = true
		return address{cluster: true, options: o}, nil
	}
	name, db, hasDB := strings.Cut(path, "/")
	if name == "" {
		return address{}, fmt.Errorf("redislog: the name of the Sentinels' master is missing; %s", forms)
	}
	if hasDB {
		n, err := strconv.Atoi(db)
		if err != nil || n < 0 {
			// The error leaves out the text: it may be the end of a password that has a slash.
			return address{}, fmt.Errorf("redislog: the database is not a number; %s", forms)
		}
		o.DB = n
	}
	o.MasterName = name
	return address{options: o}, nil
}

// connect returns a client, which dials when it is first used.
func (a address) connect() redis.UniversalClient {
	o := a.options
	o.Addrs = slices.Clone(o.Addrs) // the client of a Cluster appends to this slice
	if o.DialTimeout == 0 {
		o.DialTimeout = dialTimeout
	}
	if o.ReadTimeout == 0 {
		o.ReadTimeout = replyTimeout
	}
	if o.WriteTimeout == 0 {
		o.WriteTimeout = replyTimeout
	}
	if o.MaxRetries == 0 {
		o.MaxRetries = commandRetries
	}
	o.DialerRetries = 1
	o.MinRetryBackoff = 5 * time.Millisecond
	o.MaxRetryBackoff = 50 * time.Millisecond
	o.ContextTimeoutEnabled = true
	// Version 3 of the protocol is not needed, and servers of Redis 7.0 answer parts of it
	// with errors.
	o.Protocol = 2
	o.DisableIdentity = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	client := redis.NewUniversalClient(&o)
	if cluster, ok := client.(*redis.ClusterClient); ok {
		cluster.AddHook(commandDeadline{})
		cluster.OnNewNode(func(node *redis.Client) {
			node.AddHook(reloadOnError{cluster})
			node.AddHook(reportDenials{})
		})
	} else {
		client.AddHook(reportDenials{})
	}
	return client
}

// commandDeadline bounds the time of a command on a Cluster to commandLimit. On one server
// replyTimeout and commandRetries do this. Without commandDeadline go-redis would send a
// command eight times to a node that does not answer, for 16 s.
type commandDeadline struct{}

const commandLimit = (1 + commandRetries) * replyTimeout

func (commandDeadline) DialHook(next redis.DialHook) redis.DialHook { return next }

func (commandDeadline) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		ctx, cancel := context.WithTimeout(ctx, commandLimit)
		defer cancel()
		return next(ctx, cmd)
	}
}

func (commandDeadline) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		ctx, cancel := context.WithTimeout(ctx, commandLimit)
		defer cancel()
		return next(ctx, cmds)
	}
}

// reloadOnError makes the client of a Cluster reload the slots of all nodes as soon as a node
// cannot be reached or does not answer. Without reloadOnError the client reloads only once a
// minute or when a node redirects it, and so overlooks the replica that has replaced a dead
// master.
type reloadOnError struct{ cluster *redis.ClusterClient }

func (h reloadOnError) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := next(ctx, network, addr)
		if err != nil {
			h.cluster.ReloadState(ctx) // does not wait for the result
		}
		return conn, err
	}
}

func (h reloadOnError) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error { return h.check(ctx, next(ctx, cmd)) }
}

func (h reloadOnError) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error { return h.check(ctx, next(ctx, cmds)) }
}

func (h reloadOnError) check(ctx context.Context, err error) error {
	if netErr := net.Error(nil); errors.As(err, &netErr) && netErr.Timeout() {
		h.cluster.ReloadState(ctx)
	}
	return err
}

// disableLogging stops go-redis from writing to standard error. The errors that go-redis
// returns say the same.
var disableLogging = sync.OnceFunc(func() { redis.SetLogger(noLogger{}) })

type noLogger struct{}

func (noLogger) Printf(context.Context, string, ...any) {}
