package socket

import (
	"bytes"
	"math"
	"testing"

	"github.com/coder/websocket"
)

// The peer receives texts whose lengths need each form of the header.
func TestTextsOfAllLengths(t *testing.T) {
	c, peer := connect(t)
	peer.SetReadLimit(-1)
	for _, n := range []int{0, 1, 125, 126, gatherLimit, gatherLimit + 1, math.MaxUint16, math.MaxUint16 + 1} {
		text := bytes.Repeat([]byte{'a'}, n)
		c.Send(text)
		if kind, got, err := peer.Read(t.Context()); err != nil || kind != websocket.MessageText || !bytes.Equal(got, text) {
			t.Fatalf("a text of %d bytes arrived as %v of %d bytes, %v", n, kind, len(got), err)
		}
	}
}
