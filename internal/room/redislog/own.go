package redislog

import (
	"sync/atomic"

	"github.com/quatre/quatre/internal/room"
)

// ownSlots bounds the entries of which an echo is expected: more than are under
// way at once.
const ownSlots = 1024

// own remembers what this process has appended lately: Redis tells the watches
// of the process that wrote as well. Which bytes are the same need not be
// decoded again. Of two entries that want one place the later one has it, and
// the other is decoded.
//
// BenchmarkEcho measures what it saves.
type own [ownSlots]atomic.Pointer[room.Entry]

func (o *own) note(e room.Entry) { o[slotOf(e.Raw())].Store(&e) }

// find returns the entry that a message tells of, nil if it is not remembered.
func (o *own) find(payload string) *room.Entry {
	if payload == lost || payload[0] != 'e' {
		return nil
	}
	raw := payload[1:]
	if e := o[slotOf(raw)].Load(); e != nil && string(e.Raw()) == raw {
		return e
	}
	return nil
}

// slotOf hashes (FNV-1a) the end of an entry, which is its digest.
func slotOf[T string | []byte](raw T) uint32 {
	h := uint32(2166136261)
	for i := max(len(raw)-10, 0); i < len(raw); i++ {
		h = (h ^ uint32(raw[i])) * 16777619
	}
	return h % ownSlots
}
