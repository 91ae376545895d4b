package redisdb

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/storage"
)

// Status implements storage.StatusReporter. It asks each master for INFO, and knows nothing if the
// user may not use it.
func (db *DB) Status(ctx context.Context) (storage.Status, error) {
	if err := ctx.Err(); err != nil {
		return storage.Status{}, err
	}
	all, err := askMasters(ctx, db, db.statusOf)
	if err != nil {
		return storage.Status{}, wrap(ctx, err)
	}
	for _, st := range all[1:] {
		takeWorse(&all[0], st)
	}
	return all[0], nil
}

// askMasters calls a function for the server, or for each master of a Cluster at once. It returns
// the results of the servers that answer. If none does, it returns the error of one of them.
func askMasters[T any](ctx context.Context, db *DB, ask func(context.Context, redis.Cmdable) (T, error)) (all []T, err error) {
	cluster, ok := db.client.(*redis.ClusterClient)
	if !ok {
		answer, err := ask(ctx, db.client)
		return []T{answer}, err
	}
	var mu sync.Mutex
	err = cluster.ForEachMaster(ctx, func(ctx context.Context, master *redis.Client) error {
		answer, err := ask(ctx, master)
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, answer)
		}
		return err
	})
	if len(all) > 0 {
		return all, nil
	}
	return nil, cmp.Or(err, error(storage.ErrUnavailable))
}

// CheckSpace implements storage.StatusReporter.
func (db *DB) CheckSpace() error { return nil }

// statusOf asks one server.
func (db *DB) statusOf(ctx context.Context, server redis.Cmdable) (st storage.Status, err error) {
	text, err := server.Info(ctx).Result()
	if err == nil {
		st = readStatus(parseInfo(text))
		st.NeedsReplica = db.wait
	} else if redis.IsPermissionError(err) {
		err = nil
	}
	return st, err
}

// readStatus converts the fields of INFO.
func readStatus(fields map[string]string) (st storage.Status) {
	number := func(field string) int64 { // 0: it is unknown
		n, _ := strconv.ParseInt(fields[field], 10, 64)
		return n
	}
	if used := number("used_memory"); used > 0 {
		st.Memory = &storage.Memory{
			Used:    used - number("mem_not_counted_for_evict"),
			Limit:   number("maxmemory"),
			Machine: number("total_system_memory"),
		}
	}
	st.Saved = make(map[storage.Saving]bool)
	saved := func(kind storage.Saving, field string) {
		if status, known := fields[field]; known {
			st.Saved[kind] = status == "ok"
		}
	}
	if fields["aof_enabled"] == "1" {
		saved(storage.SavedAppend, "aof_last_write_status")
		saved(storage.SavedRewrite, "aof_last_bgrewrite_status")
	}
	saved(storage.SavedSnapshot, "rdb_last_bgsave_status")
	if _, known := fields["connected_slaves"]; known {
		online := 0
		for field, value := range fields { // slave0:ip=…,port=…,state=online,offset=…,lag=…
			if strings.HasPrefix(field, "slave") && strings.Contains(value, ",state=online,") {
				online++
			}
		}
		st.Replicas = &online
	}
	return st
}

// takeWorse replaces each field of st by that of other, if that of other is worse.
func takeWorse(st *storage.Status, other storage.Status) {
	if st.Memory == nil || other.Memory != nil && fillLevel(*other.Memory) > fillLevel(*st.Memory) {
		st.Memory = other.Memory
	}
	if st.Saved == nil {
		st.Saved = other.Saved
	}
	for kind, ok := range other.Saved {
		if was, known := st.Saved[kind]; !known || was {
			st.Saved[kind] = ok
		}
	}
	if st.Replicas == nil || other.Replicas != nil && *other.Replicas < *st.Replicas {
		st.Replicas = other.Replicas
	}
}

// fillLevel returns the used share of a server's memory, 1 if it is full.
func fillLevel(m storage.Memory) float64 { return float64(m.Used) / float64(max(m.Max(), 1)) }

// parseInfo returns the fields of a reply to INFO.
func parseInfo(text string) map[string]string {
	fields := make(map[string]string)
	for line := range strings.Lines(text) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			fields[k] = v
		}
	}
	return fields
}
