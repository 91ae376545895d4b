package socket

import (
	"slices"
	"testing"
)

// queueOnly returns a socket to which nothing is written. The test takes what is queued.
func queueOnly(limit int) *Conn {
	c := &Conn{}
	c.outbox.limit, c.outbox.sending = limit, true
	return c
}

func texts(frames [][]byte) (all []string) {
	for _, frame := range frames {
		all = append(all, string(frame))
	}
	return all
}

// Of the frames of SendLatest that are queued at the same time only the last one is sent, at
// its own place.
func TestLatestReplacesAnUnsentOne(t *testing.T) {
	c := queueOnly(1000)
	c.SendLatest([]byte("here 1"))
	c.Send([]byte("a move"))
	c.SendLatest([]byte("here 2"))
	c.SendLatest([]byte("here 3"))
	c.Send([]byte("ok"))
	if got := texts(c.outbox.take().frames); !slices.Equal(got, []string{"a move", "here 3", "ok"}) {
		t.Errorf("sent are %q", got)
	}
	c.SendLatest([]byte("here 4"))
	if got := texts(c.outbox.take().frames); !slices.Equal(got, []string{"here 4"}) {
		t.Errorf("after that %q", got)
	}
}

// The outbox counts the bytes of frames that are queued or being written. A frame of any
// length fits into one that is empty.
func TestOutboxIsBoundedInBytes(t *testing.T) {
	c := queueOnly(1000)
	c.Send(make([]byte, 5000))
	c.outbox.take() // it is being written
	c.outbox.take() // it has been written
	c.outbox.sending = true
	for range 10 {
		c.Send(make([]byte, 50))
	}
	c.outbox.take() // these are being written
	for range 10 {
		c.Send(make([]byte, 50))
	}
	if c.outbox.bytes != 1000 || c.Closed() {
		t.Errorf("%d bytes are counted, and the socket is closed: %v", c.outbox.bytes, c.Closed())
	}
}

// The next part is asked for when everything has been written, and not after the end.
func TestPartsFollowWhenTheOutboxIsEmpty(t *testing.T) {
	c := queueOnly(1000)
	asked := 0
	c.SendPart([]byte("part 1"), func() { asked++ })
	c.Send([]byte("a move"))
	if b := c.outbox.take(); len(b.frames) != 2 || b.more != nil {
		t.Fatalf("the first batch is %q", texts(b.frames))
	}
	b := c.outbox.take()
	if len(b.frames) != 0 || b.more == nil || !c.outbox.sending {
		t.Fatal("nobody asks for the next part")
	}
	b.more()
	if b := c.outbox.take(); asked != 1 || b.more != nil || c.outbox.sending {
		t.Errorf("asked %d times for the next part", asked)
	}
}
