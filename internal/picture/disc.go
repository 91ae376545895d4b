package picture

import (
	"image"
	"math"
)

// The lengths of the page's drawing of a board: frontend/src/lib/board/board.ts.
const (
	cellSize = 100
	frame    = 22
	foot     = 30
	hole     = 41
	radius   = 43.5 // of a disc
	strip    = 78   // the height of the strip for the discs in hand
	tileHalf = 47
	slot     = 68 // between two discs in hand

	handScale = 0.6
)

// newSprite returns a transparent canvas with 0,0 in its middle, that far from its edges. One unit is
// scale pixels.
func newSprite(half, scale float32) *canvas {
	size := 2 * int(math.Ceil(float64(half*scale)))
	c := newCanvas(size, size)
	c.scale, c.origin = scale, pt(float32(size)/2, float32(size)/2)
	return c
}

// drawDisc returns a disc, on a transparent ground. One unit is scale pixels.
func drawDisc(seat int, colour string, scale float32) *image.RGBA {
	c := newSprite(radius+2, scale)
	c.disc(seat, colour)
	return c.img
}

// disc draws a disc around 0,0: Disc.svelte of the page. Seat 1 has solid discs, seat 2 has rings.
func (c *canvas) disc(seat int, colour string) {
	const ringHole = 17
	shades := discs[colour]
	body, groove := new(path).circle(0, 0, radius), float32(29)
	if seat == 2 {
		body.circle(0, 0, -ringHole)
		groove = ringHole + 2
	}
	c.fill(body, paint{
		stops: []stop{
			{0, mix(shades.light, shades.plain, 0.6)},
			{0.35, shades.plain},
			{1, mix(shades.dark, shades.plain, 0.45)},
		},
		from: pt(-0.6*radius, -radius), to: pt(0.4*radius, radius),
	})
	c.fill(new(path).ring(0, 0, radius-2, 4), solid(shades.edge))
	c.fill(new(path).ring(0, 0, groove, 4), faint(shades.dark, 0.7))
	const degree = math.Pi / 180
	c.fill(new(path).bow(pt(0.3, -0.1), 35, 5, -141*degree, -86*degree), faint(shades.light, 0.9))
}
