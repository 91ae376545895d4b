package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"
)

// canvas is a picture in the making. Lengths are in units of the drawing: one unit is scale
// pixels, and the point 0,0 is at the pixel origin.
type canvas struct {
	img    *image.RGBA
	scale  float32
	origin point

	raster vector.Rasterizer
}

func newCanvas(width, height int) *canvas {
	return &canvas{img: image.NewRGBA(image.Rect(0, 0, width, height)), scale: 1}
}

// paint is a colour, or a gradient between two points of the drawing.
type paint struct {
	stops    []stop // at least one, by position
	from, to point
}

type stop struct {
	at float32 // 0: at from; 1: at to
	c  color.RGBA
}

func solid(c color.RGBA) paint { return paint{stops: []stop{{0, c}}} }

// faint returns a colour that lets the drawing under it show through. alpha is from 0 to 1.
func faint(c color.RGBA, alpha float32) paint {
	c.A = uint8(alpha*255 + 0.5)
	return solid(color.RGBAModel.Convert(color.NRGBA(c)).(color.RGBA))
}

// downwards returns a gradient between two heights.
func downwards(top, bottom float32, stops ...stop) paint {
	return paint{stops: stops, from: pt(0, top), to: pt(0, bottom)}
}

// rampSize is how many colours stand for a gradient.
const rampSize = 64

// over returns what a paint shows on a part of the picture.
func (p *paint) over(c *canvas, box image.Rectangle) image.Image {
	if len(p.stops) == 1 {
		return image.NewUniform(p.stops[0].c)
	}
	var ramp [rampSize]color.RGBA
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
	from, to := c.at(p.from), c.at(p.to)
	dx, dy := to.X-from.X, to.Y-from.Y
	unit := (rampSize - 1) / (dx*dx + dy*dy)
	shown := image.NewRGBA(box)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			along := ((float32(x)+0.5-from.X)*dx+(float32(y)+0.5-from.Y)*dy)*unit + 0.5
			shown.SetRGBA(x, y, ramp[min(rampSize-1, max(0, int(along)))])
		}
	}
	return shown
}

// fill paints the inside of a path.
func (c *canvas) fill(p *path, with paint) {
	if box := c.cover(p); !box.Empty() {
		mask := image.NewAlpha(box)
		c.raster.Draw(mask, box, image.Opaque, image.Point{})
		draw.DrawMask(c.img, box, with.over(c, box), box.Min, mask, box.Min, draw.Over)
	}
}

// cover draws a path into the rasteriser, and returns its bounds on the picture.
func (c *canvas) cover(p *path) image.Rectangle {
	placed := *new(path).add(*p, c.origin, c.scale, c.scale)
	low, high := pt(math.MaxFloat32, math.MaxFloat32), pt(-math.MaxFloat32, -math.MaxFloat32)
	for i := range placed {
		for _, q := range placed[i].ArgsSlice() {
			low, high = pt(min(low.X, q.X), min(low.Y, q.Y)), pt(max(high.X, q.X), max(high.Y, q.Y))
		}
	}
	box := image.Rect(int(floor(low.X)), int(floor(low.Y)), int(floor(high.X))+1, int(floor(high.Y))+1)
	box = box.Intersect(c.img.Rect)
	c.raster.Reset(box.Dx(), box.Dy())
	for i, s := range placed {
		for j := range s.Args {
			s.Args[j].Move(float32(-box.Min.X), float32(-box.Min.Y))
		}
		a, b, e := s.Args[0], s.Args[1], s.Args[2]
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if i > 0 {
				c.raster.ClosePath()
			}
			c.raster.MoveTo(a.X, a.Y)
		case opentype.SegmentOpLineTo:
			c.raster.LineTo(a.X, a.Y)
		case opentype.SegmentOpQuadTo:
			c.raster.QuadTo(a.X, a.Y, b.X, b.Y)
		case opentype.SegmentOpCubeTo:
			c.raster.CubeTo(a.X, a.Y, b.X, b.Y, e.X, e.Y)
		}
	}
	c.raster.ClosePath()
	return box
}

func floor(x float32) float32 { return float32(math.Floor(float64(x))) }

// at returns where a point of the drawing is on the picture.
func (c *canvas) at(p point) point {
	return pt(c.origin.X+p.X*c.scale, c.origin.Y+p.Y*c.scale)
}

// clear paints the whole picture.
func (c *canvas) clear(with color.RGBA) {
	draw.Draw(c.img, c.img.Rect, image.NewUniform(with), image.Point{}, draw.Src)
}

// stamp draws a picture with its middle at a point of the drawing.
func (c *canvas) stamp(img *image.RGBA, at point) {
	at = c.at(at)
	corner := image.Pt(int(floor(at.X+0.5))-img.Rect.Dx()/2, int(floor(at.Y+0.5))-img.Rect.Dy()/2)
	draw.Draw(c.img, img.Rect.Add(corner), img, image.Point{}, draw.Over)
}
