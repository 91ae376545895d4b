package redislog

import (
	"sync/atomic"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
)

// ownEntriesSize should be many times the number of appends that are under way at once, so that
// few entries collide.
const ownEntriesSize = 4096

// ownEntries remembers entries that this process has appended lately. The watchers of
// this process receive them too, and a remembered entry need not be decoded.
// It is a hash table without collision handling: the later of two entries replaces the
// earlier one, which is then decoded.
type ownEntries [ownEntriesSize]atomic.Pointer[room.Entry]

func (o *ownEntries) note(e room.Entry) { o[slotOf(e.Raw())].Store(&e) }

// find returns the entry in a message and forgets the entry, since most rooms have one watcher in
// a process. It returns nil if the entry is not remembered.
func (o *ownEntries) find(payload string) *room.Entry {
	if payload == pubsub.Lost || payload[0] != messageEntry {
		return nil
	}
	raw := payload[1:]
	slot := &o[slotOf(raw)]
	if e := slot.Load(); e != nil && string(e.Raw()) == raw {
		slot.CompareAndSwap(e, nil)
		return e
	}
	return nil
}

// slotOf hashes the end of an entry, which is its digest, with FNV-1a.
func slotOf[T string | []byte](raw T) uint32 {
	h := uint32(2166136261)
	for i := max(len(raw)-10, 0); i < len(raw); i++ {
		h = (h ^ uint32(raw[i])) * 16777619
	}
	return h % ownEntriesSize
}
