package chaos

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/faultproxy"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
)

// replicate makes a server a replica of master, and waits until it has all data.
func replicate(t *testing.T, replica *redistest.Server, master string) {
	t.Helper()
	host, port, _ := strings.Cut(master, ":")
	mustDo(t, replica, "REPLICAOF", host, port)
	await(t, "the replica to have everything", func() bool {
		reply, err := replica.Do("INFO", "replication")
		return err == nil && strings.Contains(reply, "master_link_status:up")
	})
}

// TestFailover kills the master under load. Sentinel promotes the replica, and hubs and workers use the
// new master without a restart. Then it kills masters, replicas, hubs and workers, which come back
// after up to a second. With wait=1 no acknowledged command is lost.
func TestFailover(t *testing.T) {
	r := seededRandom(t)
	master, replica := redistest.New(t), redistest.New(t)
	replicate(t, replica, master.Addr)
	sentinel := redistest.NewSentinel(t, "main", master)
	for _, setting := range [][2]string{{"down-after-milliseconds", "500"}, {"failover-timeout", "3000"}} {
		mustDo(t, sentinel, "SENTINEL", "SET", "main", setting[0], setting[1])
	}
	await(t, "Sentinel to know the replica", func() bool {
		reply, err := sentinel.Do("SENTINEL", "REPLICAS", "main")
		return err == nil && strings.Contains(reply, replica.Addr)
	})
	store := "redis+sentinel://" + sentinel.Addr + "/main?wait=1"
	s := &service{t: t, hubs: []*hub{newHub(t, store, "-workers", "0"), newHub(t, store, "-workers", "0")}}
	s.workers = []worker{newWorker(t, store)}
	l := startLoad(t, r, s.urls(), *round, "-rooms", "24", "-ai", "4", "-spectators", "1")
	begin := time.Now()
	for faults := 1; ; faults++ {
		pause(r, time.Second)
		switch victim := r.IntN(5); {
		case faults == 1 || victim <= 1:
			if faults == 1 || victim == 0 {
				master.Stop(t)
				await(t, "Sentinel to promote the replica", func() bool {
					reply, err := replica.Do("INFO", "replication") // the replica closes connections when it becomes the master
					return err == nil && strings.Contains(reply, "role:master")
				})
				master, replica = replica, master
			} else {
				replica.Stop(t)
			}
			pause(r, time.Second)
			replica.Restart(t)
			await(t, "the replica to have everything", func() bool {
				// On a busy machine Sentinel may promote the replica of a master that was only slow.
				reply, err := sentinel.Do("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main")
				if _, port, _ := strings.Cut(replica.Addr, ":"); err == nil && strings.Contains(reply, port) {
					master, replica = replica, master
				}
				host, port, _ := strings.Cut(master.Addr, ":")
				_, _ = replica.Do("REPLICAOF", host, port) // changes nothing if it does so already
				reply, err = replica.Do("INFO", "replication")
				return err == nil && strings.Contains(reply, "master_link_status:up")
			})
		case victim <= 3:
			crash(r, s.hubs[victim-2])
		default:
			crash(r, s.workers[0])
		}
		for _, h := range s.hubs {
			await(t, "the hub to follow", func() bool { return h.metric("quatre_hub_store_up") == 1 })
		}
		if time.Since(begin) > *round || !l.playing() {
			l.verdict(faults)
			return
		}
	}
}

// TestRewound removes the last entries of a log while hubs serve the room. That happens when
// the machine of Redis crashes with appendfsync everysec, or after a failover to a replica
// that was behind. Hubs close the sockets of clients that have seen the lost entries, and
// these clients read the log from entry 1. Nobody plays on from a lost entry.
func TestRewound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		lose func(s *service, play func()) // calls play, and then removes its entries from the store
	}{
		{"the log on the disk has lost its end", truncateAppendFile},
		{"the replica was behind", promoteStaleReplica},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newService(t, 2, 0)
			s.t = t
			urls := [2]string{s.hubs[0].url(), s.hubs[1].url()}
			ana, bob := pair(t, urls, nil)
			hubtest.PlayOut("4343", ana, bob)
			n := ana.N()
			c.lose(s, func() { hubtest.PlayOut("56", ana, bob) })
			for i, p := range []*hubtest.Client{ana, bob} {
				p.Closed(wire.CloseServiceRestart)
				if f := p.Rejoin(urls[i]); f.From != 0 || f.N != n {
					t.Errorf("%s: the welcome frame announces the entries after %d up to %d, want after 0 up to %d", p.Player, f.From, f.N, n)
				}
				p.Follow(int(n))
			}
			hubtest.PlayOut("1212", ana, bob)
			compareWithLog(t, urls[0], 1, ana, bob)
		})
	}
}

// truncateAppendFile calls play, and cuts the append-only file back to its length before.
func truncateAppendFile(s *service, play func()) {
	s.t.Helper()
	reply, err := s.redis.Do("CONFIG", "GET", "dir")
	if err != nil {
		s.t.Fatal(err)
	}
	words := strings.Split(strings.TrimSpace(reply), "\r\n")
	files, err := filepath.Glob(filepath.Join(words[len(words)-1], "appendonlydir", "*.incr.aof"))
	if err != nil || len(files) != 1 {
		s.t.Fatalf("%v, %v", files, err)
	}
	before, err := os.Stat(files[0])
	if err != nil {
		s.t.Fatal(err)
	}
	play()
	s.redis.Stop(s.t)
	if err := os.Truncate(files[0], before.Size()); err != nil {
		s.t.Fatal(err)
	}
	s.redis.Restart(s.t)
}

// promoteStaleReplica replaces the master by a replica that lacks the entries of play.
func promoteStaleReplica(s *service, play func()) {
	s.t.Helper()
	replica, line := redistest.New(s.t), newProxy(s.t, s.redis.Addr)
	replicate(s.t, replica, line.Addr())
	await(s.t, "the replica to be level", func() bool {
		return infoField(info(s.t, replica), "slave_repl_offset:") == infoField(info(s.t, s.redis), "master_repl_offset:")
	})
	line.Set(faultproxy.Faults{Drop: true})
	play()
	s.redis.Stop(s.t)
	mustDo(s.t, replica, "REPLICAOF", "NO", "ONE")
	for _, h := range s.hubs {
		h.storeProxy.Target(replica.Addr)
		h.storeProxy.Cut(1)
	}
}

// infoField returns the value of a field in Redis's INFO.
func infoField(info, field string) string {
	_, after, _ := strings.Cut(info, field)
	value, _, _ := strings.Cut(after, "\r\n")
	return value
}
