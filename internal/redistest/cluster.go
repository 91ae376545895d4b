package redistest

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"
)

// nodeTimeout is cluster-node-timeout: how long a node may be silent before the other nodes
// take it for dead. Then its replica waits between 0.5 s and 1 s before it asks for votes
// (clusterHandleSlaveFailover in cluster.c of Redis).
const nodeTimeout = 700 * time.Millisecond

// slots is the number of hash slots of a Cluster.
const slots = 16384

// Cluster is several servers that share the slots.
type Cluster struct {
	Masters  []*Server
	Replicas []*Server // Replicas[i] follows Masters[i]
}

// NewClusterOf starts a Cluster of masters, each with an equal part of the slots. The first
// masters have one replica each, as many as replicas says. A replica can be promoted however
// far it is behind its master. Slots without a master do not stop the other slots
// (cluster-require-full-coverage no). With -short it skips the test: what several servers of a
// Cluster do when one fails takes tens of seconds.
func NewClusterOf(t testing.TB, masters, replicas int) *Cluster {
	t.Helper()
	if testing.Short() && masters+replicas > 1 {
		t.Skip("make long tests Clusters of several servers")
	}
	c := &Cluster{}
	for i := range masters + replicas {
		s := newNode(t)
		mustOK(t, s, "CLUSTER", "SET-CONFIG-EPOCH", strconv.Itoa(i+1)) // otherwise the nodes must agree on epochs first
		if i < masters {
			from, to := i*slots/masters, (i+1)*slots/masters-1
			mustOK(t, s, "CLUSTER", "ADDSLOTSRANGE", strconv.Itoa(from), strconv.Itoa(to))
			c.Masters = append(c.Masters, s)
		} else {
			c.Replicas = append(c.Replicas, s)
		}
	}
	first := c.Masters[0]
	for _, s := range c.nodes()[1:] {
		host, port, _ := net.SplitHostPort(first.Addr)
		mustOK(t, s, "CLUSTER", "MEET", host, port, first.bus)
	}
	c.await(t, "all nodes to know each other", func(s *Server) bool {
		nodes, err := s.Do("CLUSTER", "NODES")
		return err == nil && strings.Count(nodes, "connected\n")+strings.Count(nodes, " connected ") == masters+replicas &&
			!strings.Contains(nodes, "handshake")
	})
	for i, r := range c.Replicas {
		mustOK(t, r, "CLUSTER", "REPLICATE", c.Masters[i].ID(t))
	}
	c.await(t, "the Cluster to come up", func(s *Server) bool {
		info, err := s.Do("CLUSTER", "INFO")
		return err == nil && strings.Contains(info, "cluster_state:ok") &&
			strings.Contains(info, fmt.Sprintf("cluster_size:%d\r\n", masters))
	})
	for _, r := range c.Replicas {
		Await(t, "the replica to catch up", func() bool {
			info, err := r.Do("INFO", "replication")
			return err == nil && strings.Contains(info, "role:slave") && strings.Contains(info, "master_link_status:up")
		})
	}
	return c
}

// newNode starts a server that belongs to no Cluster yet.
func newNode(t testing.TB) *Server {
	t.Helper()
	// The default for the bus port, 10000 above the other port, may exceed 65535.
	_, bus, _ := net.SplitHostPort(FreeAddr(t))
	s := New(t, "--cluster-enabled", "yes", "--cluster-port", bus,
		"--cluster-node-timeout", strconv.FormatInt(nodeTimeout.Milliseconds(), 10),
		"--cluster-replica-validity-factor", "0", "--cluster-require-full-coverage", "no",
		"--repl-diskless-sync-delay", "0")
	s.bus = bus
	return s
}

// NewCluster starts a Cluster of one server that has all slots. Like a larger Cluster, it
// refuses scripts whose keys are in two slots.
func NewCluster(t testing.TB) *Server { return NewClusterOf(t, 1, 0).Masters[0] }

func (c *Cluster) nodes() []*Server {
	return append(append([]*Server(nil), c.Masters...), c.Replicas...)
}

// URL returns the address of all masters as redis+cluster://host:port,….
func (c *Cluster) URL() string {
	var addrs []string
	for _, s := range c.Masters {
		addrs = append(addrs, s.Addr)
	}
	return "redis+cluster://" + strings.Join(addrs, ",")
}

// ID returns the node ID of a server of a Cluster.
func (s *Server) ID(t testing.TB) string {
	t.Helper()
	id := s.bulks(t, "CLUSTER", "MYID")
	if len(id) != 1 {
		t.Fatalf("redistest: CLUSTER MYID: %q", id)
	}
	return id[0]
}

// Slot returns the slot of a key.
func (s *Server) Slot(t testing.TB, key string) int {
	t.Helper()
	reply, err := s.Do("CLUSTER", "KEYSLOT", key)
	slot, bad := strconv.Atoi(strings.Trim(reply, ":\r\n"))
	if err != nil || bad != nil {
		t.Fatalf("redistest: CLUSTER KEYSLOT: %q, %v", reply, err)
	}
	return slot
}

// Owner returns the master that owned the slot when the Cluster started.
func (c *Cluster) Owner(slot int) *Server {
	for i, s := range c.Masters {
		if slot < (i+1)*slots/len(c.Masters) {
			return s
		}
	}
	return nil
}

// keysAtOnce is how many keys MoveSlot moves in one step.
const keysAtOnce = 10

// MoveSlot moves a slot with its keys between two masters, as redis-cli --cluster reshard
// does. It calls halfway, which may be nil, after it has moved the first keysAtOnce keys.
func (c *Cluster) MoveSlot(t testing.TB, slot int, from, to *Server, halfway func()) {
	t.Helper()
	number := strconv.Itoa(slot)
	mustOK(t, to, "CLUSTER", "SETSLOT", number, "IMPORTING", from.ID(t))
	mustOK(t, from, "CLUSTER", "SETSLOT", number, "MIGRATING", to.ID(t))
	host, port, _ := net.SplitHostPort(to.Addr)
	for first := true; ; first = false {
		keys := from.bulks(t, "CLUSTER", "GETKEYSINSLOT", number, strconv.Itoa(keysAtOnce))
		if len(keys) == 0 {
			break
		}
		mustOK(t, from, append([]string{"MIGRATE", host, port, "", "0", "5000", "KEYS"}, keys...)...)
		if first && halfway != nil {
			halfway()
		}
	}
	mustOK(t, to, "CLUSTER", "SETSLOT", number, "NODE", to.ID(t))
	mustOK(t, from, "CLUSTER", "SETSLOT", number, "NODE", to.ID(t))
}

// CutReplication makes a master refuse replicas until AllowReplication. It returns when the
// master has no replicas.
func (s *Server) CutReplication(t testing.TB) {
	t.Helper()
	mustOK(t, s, "ACL", "SETUSER", "default", "-psync", "-sync", "-replconf")
	if reply, err := s.Do("CLIENT", "KILL", "TYPE", "replica"); err != nil || reply[0] != ':' {
		t.Fatalf("redistest: CLIENT KILL: %q, %v", reply, err)
	}
	Await(t, "the replicas to be gone", func() bool {
		info, err := s.Do("INFO", "replication")
		return err == nil && strings.Contains(info, "connected_slaves:0")
	})
}

// AllowReplication ends a CutReplication.
func (s *Server) AllowReplication(t testing.TB) {
	t.Helper()
	mustOK(t, s, "ACL", "SETUSER", "default", "+psync", "+sync", "+replconf")
}

// await waits until done returns true for all nodes.
func (c *Cluster) await(t testing.TB, what string, done func(*Server) bool) {
	t.Helper()
	for _, s := range c.nodes() {
		Await(t, what, func() bool { return done(s) })
	}
}

// Await polls until done returns true. It fails the test after startLimit.
func Await(t testing.TB, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(startLimit); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("redistest: waited %v for %s", startLimit, what)
		}
	}
}

// mustOK sends a command whose reply must be OK.
func mustOK(t testing.TB, s *Server, words ...string) {
	t.Helper()
	if reply, err := s.Do(words...); err != nil || reply != "+OK\r\n" {
		t.Fatalf("redistest: %v: %q, %v", words, reply, err)
	}
}

// bulks sends a command whose reply is a string or an array of strings without line breaks.
func (s *Server) bulks(t testing.TB, words ...string) (all []string) {
	t.Helper()
	reply, err := s.Do(words...)
	if err != nil || reply == "" || reply[0] != '$' && reply[0] != '*' {
		t.Fatalf("redistest: %v: %q, %v", words, reply, err)
	}
	lines := strings.Split(strings.TrimSuffix(reply, "\r\n"), "\r\n")
	if reply[0] == '*' {
		lines = lines[1:]
	}
	for i := 1; i < len(lines); i += 2 { // each string follows its length
		all = append(all, lines[i])
	}
	return all
}
