package web

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// slowDrawing is a picture that is drawn only when release is closed.
type slowDrawing struct {
	name    string
	begun   *atomic.Int64
	release chan struct{}
}

func (o slowDrawing) Draw() ([]byte, error) {
	o.begun.Add(1)
	<-o.release
	return []byte(o.name), nil
}

// However many pictures are asked for at once, a few are drawn at a time, and the other requests
// are refused when they have waited long enough. Requests for one picture share its drawing.
func TestGalleryDrawsFewAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGallery()
		places := cap(g.turns)
		o := slowDrawing{begun: new(atomic.Int64), release: make(chan struct{})}
		var drawn, refused atomic.Int64
		var all sync.WaitGroup
		for n := range 100 * places {
			name := strconv.Itoa(n / 2) // each picture twice
			all.Go(func() {
				o := o
				o.name = name
				switch got, err := g.draw(name, o); {
				case errors.Is(err, errNoTurn):
					refused.Add(1)
				case err != nil || string(got) != name:
					t.Errorf("picture %s: %s, %v", name, got, err)
				default:
					drawn.Add(1)
				}
			})
		}
		synctest.Wait()
		if n := o.begun.Load(); n != int64(places) {
			t.Errorf("%d pictures are being drawn, want %d", n, places)
		}
		// The clock of the bubble goes on now: the requests without a turn give up.
		time.Sleep(drawingWait)
		synctest.Wait()
		if n := refused.Load(); n != int64(98*places) {
			t.Errorf("%d requests were refused, want %d", n, 98*places)
		}
		close(o.release)
		all.Wait()
		if n := drawn.Load(); n != int64(2*places) {
			t.Errorf("%d requests have got a picture, want %d", n, 2*places)
		}
	})
}

// A hub keeps the pictures that were asked for last, up to a number of bytes.
func TestGalleryIsBounded(t *testing.T) {
	g := newGallery()
	const size = maxPictureBytes / 10
	for n := range 25 {
		g.keep(strconv.Itoa(n), make([]byte, size))
		g.keep(strconv.Itoa(n), make([]byte, size)) // drawn twice at the same time
		g.find("5")
	}
	if g.bytes > maxPictureBytes || g.kept.Len()*size != g.bytes {
		t.Errorf("%d pictures with %d bytes", g.kept.Len(), g.bytes)
	}
	if g.find("24") == nil || g.find("5") == nil || g.find("10") != nil {
		t.Error("not those that were asked for last")
	}
}
