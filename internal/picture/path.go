package picture

import (
	"math"

	"github.com/go-text/typesetting/font/opentype"
)

type point = opentype.SegmentPoint

func pt(x, y float32) point { return point{X: x, Y: y} }

// path is an outline of closed curves. A curve inside another one is a hole if it runs the
// other way round.
type path []opentype.Segment

func (p *path) move(x, y float32) {
	*p = append(*p, opentype.Segment{Op: opentype.SegmentOpMoveTo, Args: [3]point{pt(x, y)}})
}

func (p *path) line(x, y float32) {
	*p = append(*p, opentype.Segment{Op: opentype.SegmentOpLineTo, Args: [3]point{pt(x, y)}})
}

func (p *path) cube(ax, ay, bx, by, x, y float32) {
	to := [3]point{pt(ax, ay), pt(bx, by), pt(x, y)}
	*p = append(*p, opentype.Segment{Op: opentype.SegmentOpCubeTo, Args: to})
}

// add adds another path, enlarged, and then moved. A negative scale mirrors it.
func (p *path) add(q path, by point, scaleX, scaleY float32) *path {
	for _, s := range q {
		for i, to := range s.Args {
			s.Args[i] = pt(by.X+to.X*scaleX, by.Y+to.Y*scaleY)
		}
		*p = append(*p, s)
	}
	return p
}

// quarter is how far the control points of a Bézier curve lie from its ends if the curve is a
// quarter of a circle with radius 1.
const quarter = 0.5522847

// circle adds a circle, clockwise; with a negative radius anticlockwise.
func (p *path) circle(x, y, r float32) *path {
	size := max(r, -r)
	return p.box(x-r, y-size, 2*r, 2*size, size)
}

// ring adds the outline of a circle's stroke.
func (p *path) ring(x, y, r, width float32) *path {
	return p.circle(x, y, r+width/2).circle(x, y, -(r - width/2))
}

// box adds a rectangle with round corners, clockwise; with a negative width, which is to the left of
// x, anticlockwise.
func (p *path) box(x, y, w, h, r float32) *path {
	rx := r
	if w < 0 {
		rx = -r
	}
	k, kx := r*(1-quarter), rx*(1-quarter)
	p.move(x+rx, y)
	p.line(x+w-rx, y)
	p.cube(x+w-kx, y, x+w, y+k, x+w, y+r)
	p.line(x+w, y+h-r)
	p.cube(x+w, y+h-k, x+w-kx, y+h, x+w-rx, y+h)
	p.line(x+rx, y+h)
	p.cube(x+kx, y+h, x, y+h-k, x, y+h-r)
	p.line(x, y+r)
	p.cube(x, y+k, x+kx, y, x+rx, y)
	return p
}

// frame adds the outline of a box's stroke.
func (p *path) frame(x, y, w, h, r, width float32) *path {
	d := width / 2
	return p.box(x-d, y-d, w+width, h+width, r+d).box(x+w-d, y+d, width-w, h-width, r-d)
}

// stroke adds a straight line with round ends.
func (p *path) stroke(a, b point, width float32) *path {
	angle := math.Atan2(float64(b.Y-a.Y), float64(b.X-a.X))
	start := around(a, width/2, angle+math.Pi/2)
	p.move(start.X, start.Y)
	p.arc(a, width/2, angle+math.Pi/2, angle+3*math.Pi/2)
	p.arc(b, width/2, angle-math.Pi/2, angle+math.Pi/2)
	return p
}

// bow adds a part of a circle's stroke, between two angles, with round ends.
func (p *path) bow(centre point, r, width float32, from, to float64) *path {
	d := width / 2
	start := around(centre, r+d, from)
	p.move(start.X, start.Y)
	p.arc(centre, r+d, from, to)
	p.arc(around(centre, r, to), d, to, to+math.Pi)
	p.arc(centre, r-d, to, from)
	p.arc(around(centre, r, from), d, from+math.Pi, from+2*math.Pi)
	return p
}

// arc continues a curve straight to a circle, and along it from one angle to another.
func (p *path) arc(centre point, r float32, from, to float64) {
	start := around(centre, r, from)
	p.line(start.X, start.Y)
	steps := int(math.Ceil(math.Abs(to-from) / (math.Pi / 2)))
	step := (to - from) / float64(steps)
	k := r * float32(4.0/3*math.Tan(step/4))
	for i := range steps {
		a := from + float64(i)*step
		one, two := around(centre, r, a), around(centre, r, a+step)
		sinA, cosA := math.Sincos(a)
		sinB, cosB := math.Sincos(a + step)
		p.cube(one.X-k*float32(sinA), one.Y+k*float32(cosA), two.X+k*float32(sinB), two.Y-k*float32(cosB), two.X, two.Y)
	}
}

// around returns the point of a circle at an angle.
func around(centre point, r float32, angle float64) point {
	sin, cos := math.Sincos(angle)
	return pt(centre.X+r*float32(cos), centre.Y+r*float32(sin))
}

// polygon adds a polygon.
func (p *path) polygon(corners ...point) *path {
	p.move(corners[0].X, corners[0].Y)
	for _, c := range corners[1:] {
		p.line(c.X, c.Y)
	}
	return p
}

// way is the straight way from one point to another. Its direction is that of a vector of length 1.
type way struct {
	from, direction point
	length          float32
}

func wayBetween(from, to point) way {
	dx, dy := to.X-from.X, to.Y-from.Y
	length := float32(math.Hypot(float64(dx), float64(dy)))
	return way{from, pt(dx/length, dy/length), length}
}

// at returns the point at a distance along the way, and at a distance to its right.
func (w way) at(along, aside float32) point {
	return pt(w.from.X+w.direction.X*along-w.direction.Y*aside, w.from.Y+w.direction.Y*along+w.direction.X*aside)
}
