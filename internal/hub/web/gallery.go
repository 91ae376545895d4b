package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

const (
	// drawingWait is how long a request waits for its turn to draw.
	drawingWait = 2 * time.Second

	// maxPictureBytes bounds the pictures that a hub keeps, in bytes.
	maxPictureBytes = 16 << 20
)

// drawing is a *picture.Card or a *picture.Animation. Equal drawings give equal pictures.
type drawing interface{ Draw() ([]byte, error) }

// keyOf returns a hash of a drawing.
func keyOf(d drawing) string {
	text, _ := json.Marshal(d) // never fails: a drawing is strings and numbers
	sum := sha256.Sum256(fmt.Appendf(text, "%T", d))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// gallery draws pictures, a few at a time, and keeps those that were asked for last.
type gallery struct {
	turns   chan struct{} // holds an element for each picture that is being drawn
	flights singleflight.Group

	mu    sync.Mutex
	kept  *simplelru.LRU[string, []byte] // by key of the drawing
	bytes int
}

func newGallery() *gallery {
	kept, _ := simplelru.NewLRU[string, []byte](maxPictureBytes, nil) // fails only for a size of 0
	return &gallery{turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), kept: kept}
}

func (g *gallery) find(key string) []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	drawn, _ := g.kept.Get(key)
	return drawn
}

func (g *gallery) keep(key string, drawn []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.kept.Contains(key) {
		return
	}
	g.kept.Add(key, drawn)
	for g.bytes += len(drawn); g.bytes > maxPictureBytes; {
		_, oldest, _ := g.kept.RemoveOldest()
		g.bytes -= len(oldest)
	}
}

// errNoTurn says that too many other pictures were being drawn.
var errNoTurn = &wire.Later{Failure: wire.FailHubFull, Wait: drawingWait}

// draw draws a picture when it has a turn. Requests for the same picture share one drawing.
func (g *gallery) draw(key string, d drawing) ([]byte, error) {
	drawn, err, _ := g.flights.Do(key, func() (any, error) {
		select {
		case g.turns <- struct{}{}:
		case <-time.After(drawingWait):
			return nil, errNoTurn
		}
		defer func() { <-g.turns }()
		drawn, err := d.Draw()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", room.ErrTooNew, err) // a game that this version does not know
		}
		g.keep(key, drawn)
		return drawn, nil
	})
	if err != nil {
		return nil, err
	}
	return drawn.([]byte), nil
}
