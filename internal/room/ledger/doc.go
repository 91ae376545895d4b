// Package ledger keeps rooms in a database. A Store implements all interfaces of package storage on
// a Database. It knows rooms, jobs, questions and people. A Driver knows none of them: it knows
// logs, hashes, sets and channels, and one way to change them. boltdb and redisdb are the
// databases.
//
// # What the store promises
//
// It promises what the comments of package storage say, on every database:
//
//   - An entry and its effects (job, deadline, lists, record) are stored together or not at all.
//   - Of two writers that append entry n+1, one succeeds. The other gets storage.ErrConflict.
//   - A job that is stored is delivered at least once. The log decides which reply counts.
//   - A watcher receives each entry, or a notice that it must read on. Redis with wait=1 may do
//     neither: see storage.Watcher.
//
// What a crash can lose is up to the database: its package comment says it.
//
// # How a change is made
//
// The store reads what the change depends on. It makes a Batch: conditions that say what it has
// read, and changes. The driver checks the conditions and makes the changes in one atomic step. If
// a condition does not hold, another process was faster: then nothing has changed, and the store
// reads again (function change). For a few conditions it returns an error instead, such as
// storage.ErrConflict. So no lock is held, and a process that dies leaves nothing half done.
//
// With Redis each read and each commit is a round trip. Commits that arrive at the same time in one
// shard share a round trip, or a transaction of the file. Most calls of a hub need little:
//
//   - Append and Reply are one commit. Three cases read first: an AI's turn against another AI (is
//     anybody watching?), the first job of a room in this process (its origin), and a reply whose
//     lease has ended.
//   - Taking a turn is two round trips: the job whose turn it is, and the commit that leases it.
//     The last entries of the room are read while that commit is under way.
//   - Announcing who is in a room is a read and a commit, and a second read if others are there too.
//     A heartbeat of one shard is two reads and a commit.
//   - Taking a question is a commit, some reads that look for what has expired, and another commit.
//   - Asking which rooms are due is one read while none is; otherwise another read and a commit.
//
// # Two hubs append at once
//
// This happens with Redis; a file has one process. Both batches have the condition that the log ends
// at n with the digest that the writer knows. The driver carries one out first. For the other one the
// log ends at n+1. Append returns storage.ErrConflict, and play.Executor reads on and decides again,
// a limited number of times. If the answer to a commit is lost, the driver tries again, or the call
// fails with storage.ErrUnavailable and its caller sends the command again. Then the executor finds
// the command by its ID in the log.
//
// # A worker dies with a job
//
// A taken job is in ~leases with the time at which its lease ends. Every process that waits for
// jobs looks there (returnExpiredJobs), puts what has expired in front of its queue, and tells the
// others. If the first worker was only slow, it can still reply: the condition that it holds the
// lease fails, so the second try removes the job wherever it is. If both workers reply, the log
// takes one entry. A worker drops a job whose turn is over. If the turn ends during the search,
// Decide refuses the reply.
//
// # Fairness
//
// A fair queue is a tree of sets: origins, their players, their items. The first member of each set
// is next. A served player and its origin go to the end of their sets. So any number of jobs of one
// origin delays another origin by one job. Turns and questions use the same type (fair.go). Each
// shard has its own queues. A process asks another shard first each time, and first leaves out the
// origins that it has served lately.
//
// # Shards
//
// A room is in one shard, by a hash of its ID, with everything that one batch changes: a batch
// never spans two shards. A file and a single Redis have one shard, a Cluster has 16. What concerns
// all shards is asked of all at once, and fails with storage.ErrPartial if some are away. A
// shard that has not answered is left out for a while. All questions are in the first shard.
//
// # What is volatile
//
// Keys that begin with Volatile hold leases, queues, presence, claims, questions and answers, and
// which rooms are watched. If they are lost with the last process, nothing is lost for players: New
// queues all jobs again from the hash jobs, hubs announce their rooms, and pages repeat their
// questions. A room of AI against AI sleeps until somebody opens it. Redis keeps these keys like all
// others. boltdb keeps them in memory. A database for several processes must not lose them while
// any process runs, because only New queues the jobs again.
//
// # Tests
//
// Package drivertest tests a driver in one process, runShared in shared_test.go two stores at once,
// runConformance in suite_test.go the store. The programs open a driver in cmd/internal/cli.
package ledger
