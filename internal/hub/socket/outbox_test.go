package socket

import (
	"slices"
	"testing"
)

// queueOnly returns a socket that queues frames and writes none. The test takes them.
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

// Of several queued frames of SendLatest only the last one is sent. It keeps its place among
// the other frames.
func TestLatestReplacesAnUnsentOne(t *testing.T) {
	c := queueOnly(1000)
	c.SendLatest([]byte("here 1"))
	c.Send([]byte("a move"))
	c.SendLatest([]byte("here 2"))
	c.SendLatest([]byte("here 3"))
	c.Send([]byte("ok"))
	if got := texts(c.outbox.take().frames); !slices.Equal(got, []string{"a move", "here 3", "ok"}) {
		t.Errorf("queued: %q", got)
	}
	c.SendLatest([]byte("here 4"))
	if got := texts(c.outbox.take().frames); !slices.Equal(got, []string{"here 4"}) {
		t.Errorf("queued afterwards: %q", got)
	}
}

// The outbox counts the bytes of frames that are queued or being written. A frame of any
// length fits into an empty outbox.
func TestOutboxIsBoundedInBytes(t *testing.T) {
	c := queueOnly(1000)
	c.Send(make([]byte, 5000))
	c.outbox.take() // the long frame is being written
	c.outbox.take() // the long frame has been written
	c.outbox.sending = true
	for range 10 {
		c.Send(make([]byte, 50))
	}
	c.outbox.take() // these 10 frames are being written
	for range 10 {
		c.Send(make([]byte, 50))
	}
	if c.outbox.bytes != 1000 || c.Closed() {
		t.Errorf("%d bytes counted, want 1000; closed: %v, want false", c.outbox.bytes, c.Closed())
	}
}

// SendPart calls more once, when all queued frames have been written.
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
		t.Fatal("the empty outbox does not call more")
	}
	b.more()
	if b := c.outbox.take(); asked != 1 || b.more != nil || c.outbox.sending {
		t.Errorf("more was called %d times, want 1", asked)
	}
}
