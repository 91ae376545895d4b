package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// canvas is a picture in the making. Lengths are in units of the drawing: one unit is scale
// pixels, and the point 0,0 is at the pixel origin.
type canvas struct {
	img    *image.RGBA
	scale  float32
	origin point

	raster vector.Rasterizer
	mask   image.Alpha // reused by fill
}

func newCanvas(width, height int) *canvas {
	return &canvas{img: image.NewRGBA(image.Rect(0, 0, width, height)), scale: 1}
}

// paint is a colour, or a gradient between two points of the drawing.
type paint struct {
	stops    []stop // at least one, by position
	from, to point
	alpha    float32
}

type stop struct {
	at float32 // 0: at from; 1: at to
	c  color.RGBA
}

func solid(c color.RGBA) paint { return paint{stops: []stop{{0, c}}, alpha: 1} }

func (p paint) faint(alpha float32) paint {
	p.alpha = alpha
	return p
}

// downwards returns a gradient between two heights.
func downwards(top, bottom float32, stops ...stop) paint {
	return paint{stops: stops, from: point{0, top}, to: point{0, bottom}, alpha: 1}
}

// rampSize is how many colours stand for a gradient.
const rampSize = 64

// ramp returns the colours of a gradient; one if it is none.
func (p *paint) ramp() []color.RGBA {
	if len(p.stops) == 1 {
		return []color.RGBA{p.stops[0].c}
	}
	ramp := make([]color.RGBA, rampSize)
	i := 1
	for n := range ramp {
		at := float32(n) / (rampSize - 1)
		for i < len(p.stops)-1 && p.stops[i].at < at {
			i++
		}
		one, two := p.stops[i-1], p.stops[i]
		share := (two.at - at) / (two.at - one.at)
		ramp[n] = mix(one.c, two.c, min(1, max(0, share)))
	}
	return ramp
}

// fill paints the inside of a path.
func (c *canvas) fill(p *path, with paint) {
	box := c.cover(p)
	if box.Empty() {
		return
	}
	width, height := box.Dx(), box.Dy()
	if cap(c.mask.Pix) < width*height {
		c.mask.Pix = make([]uint8, width*height)
	}
	c.mask.Pix, c.mask.Stride, c.mask.Rect = c.mask.Pix[:width*height], width, image.Rect(0, 0, width, height)
	c.raster.DrawOp = draw.Src
	c.raster.Draw(&c.mask, c.mask.Rect, image.Opaque, image.Point{})
	c.blend(box, &with)
}

// cover draws a path into the rasteriser, and returns its bounds on the picture.
func (c *canvas) cover(p *path) image.Rectangle {
	low, high := point{math.MaxFloat32, math.MaxFloat32}, point{-math.MaxFloat32, -math.MaxFloat32}
	for _, s := range p.segments {
		for _, q := range s.to[:[...]int{opMove: 1, opLine: 1, opQuad: 2, opCube: 3}[s.op]] {
			low, high = point{min(low.x, q.x), min(low.y, q.y)}, point{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	low, high = c.at(low), c.at(high)
	box := image.Rect(int(floor(low.x)), int(floor(low.y)), int(floor(high.x))+1, int(floor(high.y))+1)
	box = box.Intersect(c.img.Rect)
	if box.Empty() {
		return box
	}
	c.raster.Reset(box.Dx(), box.Dy())
	shift := point{float32(box.Min.X), float32(box.Min.Y)}
	to := func(q point) (x, y float32) {
		q = c.at(q)
		return q.x - shift.x, q.y - shift.y
	}
	for i, s := range p.segments {
		ax, ay := to(s.to[0])
		switch s.op {
		case opMove:
			if i > 0 {
				c.raster.ClosePath()
			}
			c.raster.MoveTo(ax, ay)
		case opLine:
			c.raster.LineTo(ax, ay)
		case opQuad:
			bx, by := to(s.to[1])
			c.raster.QuadTo(ax, ay, bx, by)
		case opCube:
			bx, by := to(s.to[1])
			ex, ey := to(s.to[2])
			c.raster.CubeTo(ax, ay, bx, by, ex, ey)
		}
	}
	c.raster.ClosePath()
	return box
}

func floor(x float32) float32 { return float32(math.Floor(float64(x))) }

// at returns where a point of the drawing is on the picture.
func (c *canvas) at(p point) point {
	return point{c.origin.x + p.x*c.scale, c.origin.y + p.y*c.scale}
}

// blend lays paint over a part of the picture, where the mask has it.
func (c *canvas) blend(box image.Rectangle, with *paint) {
	ramp := with.ramp()
	from, to := c.at(with.from), c.at(with.to)
	dx, dy := to.x-from.x, to.y-from.y
	if length := dx*dx + dy*dy; length > 0 {
		dx, dy = dx/length*(rampSize-1), dy/length*(rampSize-1)
	}
	opacity := uint32(with.alpha*256 + 0.5)
	for y := range box.Dy() {
		row := c.img.Pix[c.img.PixOffset(box.Min.X, box.Min.Y+y):]
		along := (float32(box.Min.X)+0.5-from.x)*dx + (float32(box.Min.Y+y)+0.5-from.y)*dy + 0.5
		at := func(x int) color.RGBA { return ramp[min(len(ramp)-1, max(0, int(along+float32(x)*dx)))] }
		colour := at(0)
		for x, cover := range c.mask.Pix[y*c.mask.Stride:][:box.Dx()] {
			if cover == 0 {
				continue
			}
			if dx != 0 {
				colour = at(x)
			}
			if pixel := (*[4]uint8)(row[4*x:]); cover == 255 && opacity == 256 {
				*pixel = [4]uint8{colour.R, colour.G, colour.B, 255}
			} else {
				over(pixel, colour, uint32(cover)*opacity>>8)
			}
		}
	}
}

// over lays an opaque colour over a pixel. alpha is its opacity, up to 255.
func over(pixel *[4]uint8, colour color.RGBA, alpha uint32) {
	rest := 255 - alpha
	pixel[0] = uint8((uint32(colour.R)*alpha + uint32(pixel[0])*rest + 127) / 255)
	pixel[1] = uint8((uint32(colour.G)*alpha + uint32(pixel[1])*rest + 127) / 255)
	pixel[2] = uint8((uint32(colour.B)*alpha + uint32(pixel[2])*rest + 127) / 255)
	pixel[3] = uint8((255*alpha + uint32(pixel[3])*rest + 127) / 255)
}

// clear paints the whole picture.
func (c *canvas) clear(with color.RGBA) {
	draw.Draw(c.img, c.img.Rect, image.NewUniform(with), image.Point{}, draw.Src)
}

// stamp draws a picture with its middle at a point of the drawing.
func (c *canvas) stamp(img *image.RGBA, at point) {
	at = c.at(at)
	corner := image.Pt(int(floor(at.x+0.5))-img.Rect.Dx()/2, int(floor(at.y+0.5))-img.Rect.Dy()/2)
	draw.Draw(c.img, img.Rect.Add(corner), img, image.Point{}, draw.Over)
}
