// Package picture draws games: a position with names as a PNG of 1200×630 pixels for previews of
// links, and a whole game, move by move, as a GIF.
//
// It promises:
//
//   - A picture depends on its arguments alone. Equal arguments give equal bytes.
//   - Any names can be drawn: Legible says what is left of a name that the fonts lack letters of.
//   - All functions are safe for concurrent use.
//
// The drawings follow the page: its colours (theme.go) and the geometry of its board
// (frontend/src/lib/board). A test compares the colours with frontend/src/tokens.css.
//
// How it works: board.go replays the moves by the rules; plate.go, tray.go, disc.go and marks.go
// draw a board on a canvas; card.go adds the texts; palette.go has the few colours of a picture,
// so that it is small and quickly encoded; gif.go draws what changes from frame to frame.
package picture

// The size of a card in pixels: what the networks that show previews ask for.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// The bounds of a GIF. Its width is in pixels, its pause in milliseconds.
const (
	MinGIFWidth     = 160
	MaxGIFWidth     = 640
	DefaultGIFWidth = 360

	MinPause     = 100
	MaxPause     = 3000
	DefaultPause = 700
)
