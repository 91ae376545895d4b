package chaos

import (
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

// TestSplitMaster repeatedly splits a master of a Cluster from its replica, while hubs and
// workers reach both servers, and promotes the replica. With wait=1 no acknowledged command is
// lost, and no hub has shown an entry that is lost.
func TestSplitMaster(t *testing.T) { playThroughFailovers(t, splitMaster) }

// TestMasterKill repeatedly kills a master of a Cluster. The Cluster promotes its replica, and the
// killed server comes back as the replica. With wait=1 no acknowledged command is lost, and no hub
// has shown an entry that is lost.
func TestMasterKill(t *testing.T) {
	playThroughFailovers(t, func(t *testing.T, c *redistest.Cluster, i int, meanwhile func()) {
		t.Helper()
		killed, promoted := c.Masters[i], c.Replicas[i]
		killed.Stop(t)
		await(t, "the Cluster to promote the replica", func() bool {
			return strings.Contains(info(t, promoted), "role:master")
		})
		meanwhile()
		killed.Restart(t)
		await(t, "the killed server to follow the new master", func() bool {
			return strings.Contains(info(t, promoted), "state=online")
		})
		c.Masters[i], c.Replicas[i] = promoted, killed
	})
}

// playThroughFailovers plays on a Cluster of six with wait=1 and calls change for one pair of master
// and replica after the other.
func playThroughFailovers(t *testing.T, change func(t *testing.T, c *redistest.Cluster, i int, meanwhile func())) {
	t.Helper()
	r := seededRandom(t)
	c := redistest.NewClusterOf(t, 3, 3)
	store := c.URL() + "?wait=1"
	s := &service{t: t, hubs: []*hub{newHub(t, store, "-workers", "0"), newHub(t, store, "-workers", "0")}}
	newWorker(t, store)
	l := startLoad(t, r, s.urls(), *round, "-rooms", "24", "-ai", "4", "-spectators", "1")
	faults := 0
	for begin := time.Now(); time.Since(begin) < *round && l.playing(); faults++ {
		pause(r, time.Second)
		change(t, c, r.IntN(len(c.Masters)), func() { pause(r, 2*time.Second) })
	}
	l.verdict(faults)
	for _, h := range s.hubs {
		if strings.Contains(h.log.String(), "room rewound") {
			t.Error("a hub has shown entries that are lost")
		}
	}
}

// TestSplitMasterWithoutWait splits each master once without wait=1. Hubs acknowledge commands
// that are lost, and notice it afterwards. So TestSplitMaster would fail if wait=1 did nothing.
func TestSplitMasterWithoutWait(t *testing.T) {
	r := seededRandom(t)
	c := redistest.NewClusterOf(t, 3, 3)
	s := &service{t: t, hubs: []*hub{newHub(t, c.URL(), "-workers", "0")}}
	l := startLoad(t, r, s.urls(), *round/2, "-rooms", "24", "-spectators", "1")
	pause(r, time.Second)
	for i := range c.Masters {
		splitMaster(t, c, i, func() { time.Sleep(*round / 8) })
	}
	lost := l.report()
	t.Logf("%d acknowledged, %d lost", lost.Verdict.Acknowledged, lost.Verdict.Lost)
	if lost.Verdict.Lost == 0 || !strings.Contains(s.hubs[0].log.String(), "room rewound") {
		t.Error("no acknowledged command was lost, or the hub has not noticed it")
	}
}

// splitMaster stops the replication from a master, calls meanwhile, and promotes the replica.
// The old master then becomes a replica of the new one.
func splitMaster(t *testing.T, c *redistest.Cluster, i int, meanwhile func()) {
	t.Helper()
	master, replica := c.Masters[i], c.Replicas[i]
	master.CutReplication(t)
	meanwhile()
	mustDo(t, replica, "CLUSTER", "FAILOVER", "TAKEOVER")
	await(t, "the old master to follow the new one", func() bool {
		state := info(t, replica)
		return strings.Contains(state, "role:master") && strings.Contains(state, "state=online")
	})
	master.AllowReplication(t)
	c.Masters[i], c.Replicas[i] = replica, master
}
