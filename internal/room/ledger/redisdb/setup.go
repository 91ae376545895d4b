package redisdb

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/storage"
)

// format is the version of the layout that the package doc describes.
const format = "2"

const keyMeta = "quatre:meta"

const minVersion = 7 // Redis 7 is the first version with sharded publish and subscribe

// prepare checks the server, reads its clock and settles the number of shards. Its errors wrap
// storage.ErrUnavailable only if another attempt may succeed. An error by which Redis refuses a user
// ends a process that starts, so that the operator notices a wrong password. Later it counts as
// temporary: the operator may change the password back.
func (db *DB) prepare(ctx context.Context) error {
	err := db.settle(ctx)
	var reply redis.Error
	var certificate *tls.CertificateVerificationError
	switch {
	case ctx.Err() != nil:
	case errors.As(err, &reply) && (redis.IsAuthError(reply) || redis.IsPermissionError(reply)):
		return fmt.Errorf("redisdb: Redis refuses this user or password: %s", reply)
	case errors.As(err, &certificate):
		return fmt.Errorf("redisdb: the certificate of Redis is not trusted: %s", certificate)
	}
	return err
}

func (db *DB) settle(ctx context.Context) error {
	if err := db.checkServer(ctx); err != nil {
		return err
	}
	if err := db.SyncClock(ctx); err != nil {
		return err
	}
	want := db.asked
	if want == 0 && db.cluster {
		want = clusterShards
	}
	want = max(want, 1)
	// If two processes prepare an empty Redis at once, one of them writes, and both read what it
	// wrote.
	meta := db.client.Pipeline()
	meta.HSetNX(ctx, keyMeta, "format", format)
	meta.HSetNX(ctx, keyMeta, "shards", want)
	all := meta.HGetAll(ctx, keyMeta)
	if _, err := meta.Exec(ctx); err != nil {
		return wrap(ctx, err)
	}
	if got := all.Val()["format"]; got != format {
		return fmt.Errorf("redisdb: the store has the format %q, and this program reads %q: "+
			"use the version of the program that wrote it, or another database", got, format)
	}
	n, err := strconv.Atoi(all.Val()["shards"])
	if err != nil || n < 1 || n > maxShards {
		return fmt.Errorf("redisdb: the store says that it has %q shards; "+
			"%s should hold a number from 1 to %d", all.Val()["shards"], keyMeta, maxShards)
	}
	if db.asked != 0 && db.asked != n {
		return fmt.Errorf("redisdb: the store has %d shards and this program was started with %d: "+
			"the number is settled at a store's first start; leave the option out", n, db.asked)
	}
	db.makeShards(n)
	return nil
}

// checkServer refuses a server that would break the package's promises.
func (db *DB) checkServer(ctx context.Context) error {
	text, err := db.client.Info(ctx).Result()
	if redis.IsPermissionError(err) {
		return nil // the user may not run INFO; the operator must check the server instead
	}
	if err != nil {
		return wrap(ctx, err)
	}
	fields := parseInfo(text)
	version := fields["redis_version"]
	major, _, _ := strings.Cut(version, ".")
	if n, err := strconv.Atoi(major); err == nil && n < minVersion {
		return fmt.Errorf("redisdb: this is Redis %s; version %d.0 or later is needed", version, minVersion)
	}
	if policy := fields["maxmemory_policy"]; strings.HasPrefix(policy, "allkeys-") {
		return fmt.Errorf("redisdb: Redis has the maxmemory-policy %s, by which it deletes rooms when memory is short; "+
			"set it to noeviction", policy)
	}
	if fields["cluster_enabled"] == "1" && !db.cluster {
		return fmt.Errorf("redisdb: this is a node of a Cluster; write its address as redis+cluster://host:port")
	}
	return nil
}

// wrap turns an error of go-redis into one that ledger.Driver may return. Only a key of another type is
// damage. All else that Redis refuses may succeed later: Redis may load, be full, or lack a right or a
// replica.
func wrap(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, storage.ErrUnavailable):
		return err
	case redis.HasErrorPrefix(err, "WRONGTYPE"):
		return fmt.Errorf("redisdb: %w: %w", storage.ErrDamaged, err)
	}
	return fmt.Errorf("redisdb: %w: %w", storage.ErrUnavailable, err)
}
