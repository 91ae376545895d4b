package redislog_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	loadRooms = 10

	// progressEntries is how many new entries a room must get to count as making progress.
	progressEntries = 4
)

// TestClusterMovesSlot moves the slot of a shard from one master to another under load. During
// the move Redis answers commands with several keys with TRYAGAIN. The rooms of that shard wait,
// and all other rooms go on. No entry is lost.
func TestClusterMovesSlot(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 0)
	a := newLoad(t, c.URL(), loadRooms)
	a.progress("before", a.rooms, progressEntries)

	slots := a.slotsOf(c)
	slot := slots[a.rooms[1]] // this room has an AI, so that jobs move too
	var moved, others []*loadRoom
	lostBefore := map[*seat]int64{}
	for _, p := range a.rooms {
		if slots[p] != slot {
			others = append(others, p)
			continue
		}
		moved = append(moved, p)
		for _, s := range p.seats {
			lostBefore[s] = s.lost.Load()
		}
	}
	from, to := c.Owner(slot), c.Masters[0]
	if to == from {
		to = c.Masters[1]
	}
	begin := time.Now()
	c.MoveSlot(t, slot, from, to, func() {
		a.progress("halfway", others, progressEntries)
	})
	t.Logf("%d of %d rooms moved in %v", len(moved), len(a.rooms), time.Since(begin).Round(time.Millisecond))
	a.progress("after", a.rooms, progressEntries)
	t.Logf("all rooms went on after %v", time.Since(begin).Round(time.Millisecond))
	for s, before := range lostBefore {
		a.await("the watches to be told Lost", func() bool { return s.lost.Load() > before })
	}
	a.settle()
	for p, acks := range a.verify() {
		t.Errorf("room %s: %d acknowledged commands are lost, such as %+v", p.id, len(acks), acks[0])
	}
}

// TestTakeWhileMasterIsAway kills one of three masters, which have no replicas. Take must return
// the jobs of the other two masters, without an error in between.
func TestTakeWhileMasterIsAway(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 0)
	s := open(t, c.URL())
	defer closeStore(t, s)
	living := map[room.ID]bool{}
	for i := range 12 {
		w := &writer{id: room.ID(fmt.Sprintf("r%d", i))}
		if err := w.append(t, s); err != nil {
			t.Fatal(err)
		}
		if c.Owner(slotOf(t, c, w.id)) != c.Masters[2] {
			living[w.id] = true
		}
	}
	if len(living) == 0 || len(living) == 12 {
		t.Fatalf("%d of 12 rooms are on the two masters that stay alive, want some on each side", len(living))
	}
	c.Masters[2].Stop(t)
	for len(living) > 0 {
		job, err := s.Take(t.Context(), "w", storage.Want{})
		if err != nil || !living[job.Room] {
			t.Fatalf("Take: %+v, %v, with %d jobs left", job, err, len(living))
		}
		if err := s.Done(t.Context(), job); err != nil { // otherwise its lease may end before the last job is taken
			t.Fatal(err)
		}
		delete(living, job.Room)
	}
}

// TestClusterLosesMaster kills a master under load. The replica replaces the master, and the
// rooms on the other masters go on meanwhile.
func TestClusterLosesMaster(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 1)
	a := newLoad(t, c.URL(), loadRooms)
	a.progress("before", a.rooms, progressEntries)
	var dying, others []*loadRoom
	for p, slot := range a.slotsOf(c) {
		if c.Owner(slot) == c.Masters[0] {
			dying = append(dying, p)
		} else {
			others = append(others, p)
		}
	}
	a.loseMaster(c.Masters[0], c.Replicas[0], dying, others)
}

// TestSentinelLosesMaster kills a single master under load. A Sentinel promotes the replica.
func TestSentinelLosesMaster(t *testing.T) {
	t.Parallel()
	master, replica := redistest.New(t), redistest.New(t)
	host, port, _ := strings.Cut(master.Addr, ":")
	do(t, replica, "REPLICAOF", host, port)
	sentinel := redistest.NewSentinel(t, "main", master)
	do(t, sentinel, "SENTINEL", "SET", "main", "down-after-milliseconds", "500")
	redistest.Await(t, "Sentinel to know the replica", func() bool {
		reply, err := sentinel.Do("SENTINEL", "REPLICAS", "main")
		return err == nil && strings.Contains(reply, replica.Addr) && strings.Contains(reply, "\r\nmaster-link-status\r\n$2\r\nok\r\n")
	})
	a := newLoad(t, "redis+sentinel://"+sentinel.Addr+"/main", loadRooms)
	a.progress("before", a.rooms, progressEntries)
	a.loseMaster(master, replica, a.rooms, nil)
}

// loseMaster kills a master. It waits until the replica has replaced the master and all rooms
// make progress.
//
// Before, loseMaster stops replication, so that the master acknowledges entries that the replica
// never gets. These entries are lost, and stores that have read them find this out by the
// digests. No other entry may be lost.
func (a *load) loseMaster(master, replica *redistest.Server, dying, others []*loadRoom) {
	t := a.t
	t.Helper()
	replicated := map[*loadRoom]uint64{} // the last entry that the replica must have
	for _, p := range dying {
		replicated[p] = p.seats[0].replica.N()
	}
	offset := replicationOffset(t, master)
	redistest.Await(t, "the replica to catch up", func() bool { return replicationOffset(t, replica) >= offset })
	master.CutReplication(t)
	a.progress("without a replica", dying, progressEntries)
	master.Stop(t)
	begin := time.Now()
	a.progress("without a master", others, progressEntries)
	redistest.Await(t, "the replica to be promoted", func() bool {
		role, err := replica.Do("ROLE")
		return err == nil && strings.Contains(role, "master")
	})
	t.Logf("promoted after %v", time.Since(begin).Round(time.Millisecond))
	a.progress("after", a.rooms, progressEntries)
	t.Logf("all rooms went on after %v", time.Since(begin).Round(time.Millisecond))
	a.settle()

	lost := a.verify()
	n := 0
	for p, acks := range lost {
		n += len(acks)
		for _, k := range acks {
			if k.n <= replicated[p] {
				t.Errorf("room %s: command %s was acknowledged and replicated, but is lost", p.id, k.cmd)
			}
		}
		for _, s := range p.seats {
			if s.rewinds.Load() == 0 {
				t.Errorf("room %s: store %d has not noticed that the log was cut", p.id, s.number)
			}
		}
	}
	if len(lost) != len(dying) {
		t.Errorf("of %d rooms on the master that died, %d have lost entries, want all", len(dying), len(lost))
	}
	for _, p := range others {
		if len(lost[p]) > 0 || p.seats[0].rewinds.Load() > 0 || p.seats[1].rewinds.Load() > 0 {
			t.Errorf("room %s is on another master, but has lost entries", p.id)
		}
	}
	t.Logf("%d rooms on the master that died, %d acknowledged commands lost", len(dying), n)
}

// TestClusterSplitsMaster cuts the connection between a master and its replica, and makes the
// replica replace the master. Meanwhile the stores still reach the old master, and the entries
// that it acknowledges are lost. With wait=1 no acknowledged entry is lost, and no watcher
// receives an entry that is lost.
func TestClusterSplitsMaster(t *testing.T) {
	t.Parallel()
	for _, option := range []string{"", "?wait=1"} {
		t.Run(option, func(t *testing.T) {
			t.Parallel()
			c := redistest.NewClusterOf(t, 2, 2)
			a := newLoad(t, c.URL()+option, loadRooms)
			a.progress("before", a.rooms, progressEntries)
			var cut, others []*loadRoom
			for p, slot := range a.slotsOf(c) {
				if c.Owner(slot) == c.Masters[0] {
					cut = append(cut, p)
				} else {
					others = append(others, p)
				}
			}
			master, replica := c.Masters[0], c.Replicas[0]
			master.CutReplication(t)
			if option == "" {
				a.progress("split", cut, progressEntries)
			}
			a.progress("beside the split", others, 3*progressEntries)
			do(t, replica, "CLUSTER", "FAILOVER", "TAKEOVER")
			redistest.Await(t, "the old master to follow the new one", func() bool {
				info, err := replica.Do("INFO", "replication")
				return err == nil && strings.Contains(info, "role:master") && strings.Contains(info, "state=online")
			})
			a.progress("after", a.rooms, progressEntries)
			a.settle()
			lost, rewinds := 0, int64(0)
			for _, acks := range a.verify() {
				lost += len(acks)
			}
			for _, p := range a.rooms {
				rewinds += p.seats[0].rewinds.Load() + p.seats[1].rewinds.Load()
			}
			t.Logf("%d rooms on the master, %d acknowledged commands lost, %d rewinds", len(cut), lost, rewinds)
			if option == "" && lost == 0 {
				t.Error("no entry was lost without wait=1, so this test proves nothing")
			}
			if option != "" && lost+int(rewinds) > 0 {
				t.Errorf("with %s: %d acknowledged commands lost, %d rewinds, want none", option, lost, rewinds)
			}
		})
	}
}

// replicationOffset returns how many bytes of the replication stream a master has written, or a
// replica has processed.
func replicationOffset(t testing.TB, s *redistest.Server) int {
	t.Helper()
	info, err := s.Do("INFO", "replication")
	field := "\r\nmaster_repl_offset:"
	if strings.Contains(info, "role:slave") {
		field = "\r\nslave_repl_offset:"
	}
	_, after, found := strings.Cut(info, field)
	value, _, _ := strings.Cut(after, "\r\n")
	offset, bad := strconv.Atoi(value)
	if err != nil || !found || bad != nil {
		t.Fatalf("INFO replication: %q, %v", info, err)
	}
	return offset
}
