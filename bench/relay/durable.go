package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/coder/websocket"
	"github.com/redis/go-redis/v9"
)

// durable does the least that a relay must do to lose no move: it decides by the rules,
// and stores a move in Redis before it acknowledges and broadcasts it. One goroutine does
// all of this. All moves that wait share one call of a script. As in the hub's log, an
// entry names its author, its time and a digest that is chained over the log, and it is
// stored only if the log ends with the entry before it.
type durable struct {
	redis *redis.Client
	moves chan move
	done  chan struct{} // closed when run has ended
}

// move is a move that a player has sent.
type move struct {
	room     *room
	from     *websocket.Conn
	id, move string
}

// maxBatch is the maximum number of moves that share a call.
const maxBatch = 256

// follow appends entries. KEYS: their logs, streams in which entry n has the ID n-0. ARGV:
// for each the number of the entry, the entry, and the digest of the entry before it. It
// returns 1 for each stored entry, otherwise 0.
var follow = redis.NewScript(`
local stored = {}
for i, log in ipairs(KEYS) do
  local n, entry, digest = tonumber(ARGV[3*i-2]), ARGV[3*i-1], ARGV[3*i]
  local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
  local follows = n == 1 and not last
  if last and last[1] == (n - 1) .. '-0' then
    follows = string.find(last[2][2], digest, 1, true) ~= nil
  end
  if follows then
    redis.call('XADD', log, n .. '-0', 'e', entry)
  end
  stored[i] = follows and 1 or 0
end
return stored`)

// newDurable returns a durable whose goroutine ends with ctx.
func newDurable(ctx context.Context, addr string) *durable {
	d := &durable{redis: redis.NewClient(&redis.Options{Addr: addr}), moves: make(chan move, maxBatch), done: make(chan struct{})}
	go d.run(ctx)
	return d
}

// send hands a move over to run.
func (d *durable) send(m move) {
	select {
	case d.moves <- m:
	case <-d.done:
	}
}

func (d *durable) run(ctx context.Context) {
	defer close(d.done)
	defer d.redis.Close()
	var batch []move
	for {
		select {
		case m := <-d.moves:
			batch = append(batch[:0], m)
		case <-ctx.Done():
			return
		}
		runtime.Gosched() // more moves arrive meanwhile
		for len(d.moves) > 0 && len(batch) < maxBatch {
			batch = append(batch, <-d.moves)
		}
		d.play(batch)
	}
}

// play decides, stores and broadcasts moves.
func (d *durable) play(batch []move) {
	var legal []move
	var entries []entry
	var logs []string
	var args []any
	for _, m := range batch {
		if m.room.position == nil || m.room.position.Outcome().Over() {
			m.room.position = game.Start()
		}
		if _, err := m.room.position.ParseMove(m.move); err != nil {
			refuse(m, "illegal")
			continue
		}
		e := m.room.seal(m)
		legal, entries = append(legal, m), append(entries, e)
		logs, args = append(logs, "log:"+m.room.id), append(args, e.n, e.text, m.room.digest)
	}
	if len(legal) == 0 {
		return
	}
	stored, err := follow.Run(context.Background(), d.redis, logs, args...).Int64Slice()
	if err != nil {
		fmt.Fprintf(os.Stderr, "relay: %v\n", err)
	}
	for i, m := range legal {
		if err != nil || stored[i] == 0 { // the other move of the room in this batch is stored
			refuse(m, "not_stored")
			continue
		}
		column, _ := m.room.position.ParseMove(m.move) // has been parsed before
		m.room.position.Play(column)
		m.room.digest = entries[i].digest
		m.room.mu.Lock()
		m.room.broadcast(m, fmt.Appendf(nil, `{"t":"entries","entries":[%s]}`, entries[i].text))
		m.room.mu.Unlock()
	}
}

func refuse(m move, code string) {
	write(m.from, fmt.Appendf(nil, `{"t":"refused","id":%q,"code":%q}`, m.id, code))
}

// entry is one entry of a room's log.
type entry struct {
	n            int
	text, digest string
}

// seal makes the next entry of the room.
func (rm *room) seal(m move) entry {
	n := len(rm.moves) + 1
	text := fmt.Sprintf(`{"n":%d,"at":%d,"by":%q,"cmd":%q,"type":"moved","data":{"seat":%d,"move":%q,"ms":3}`,
		n, time.Now().UnixMilli(), rm.id, m.id, 1+rm.position.Ply()%2, m.move)
	sum := sha256.Sum256([]byte(rm.digest + text))
	digest := hex.EncodeToString(sum[:8])
	return entry{n, text + `,"digest":"` + digest + `"}`, digest}
}
