package redislog

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
)

func sealed(t testing.TB, move string) room.Entry {
	e, err := room.Seal("", 1, time.UnixMilli(1), "ana", "c1", room.Moved{Seat: 1, Move: move, MS: 1200})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestOnlyOwnBytesAreRemembered: find returns an entry only for the very bytes that were noted.
func TestOnlyOwnBytesAreRemembered(t *testing.T) {
	o := new(ownEntries)
	e := sealed(t, "4")
	payload := "e" + string(e.Raw())
	if o.find(payload) != nil || o.find(pubsub.Lost) != nil || o.find("g") != nil {
		t.Fatal("find returned an entry that was not noted")
	}
	o.note(e)
	if got := o.notice(payload).Entry; got == nil || got.Digest != e.Digest {
		t.Fatalf("the noted entry was not found: %v", got)
	}
	other := []byte(payload)
	other[len(other)-30] ^= 1 // the same digest, other bytes
	if o.find(string(other)) != nil {
		t.Fatal("find returned the entry for other bytes with the same digest")
	}
}

func BenchmarkEcho(b *testing.B) {
	o := new(ownEntries)
	e := sealed(b, "4")
	payload := "e" + string(e.Raw())
	for name, known := range map[string]bool{"decoded": false, "remembered": true} {
		b.Run(name, func(b *testing.B) {
			if known {
				o.note(e)
			}
			b.ReportAllocs()
			for b.Loop() {
				if known {
					o.notice(payload)
				} else {
					decodeNotice(payload)
				}
			}
		})
	}
}
