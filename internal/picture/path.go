package picture

import "math"

type point struct{ x, y float32 }

// path is an outline of closed curves. A curve inside another one is a hole if it runs the
// other way round.
type path struct{ segments []segment }

type segment struct {
	op segmentOp
	to [3]point
}

type segmentOp uint8

const (
	opMove segmentOp = iota
	opLine
	opQuad
	opCube
)

func (p *path) move(x, y float32) { p.segments = append(p.segments, segment{opMove, [3]point{{x, y}}}) }

func (p *path) line(x, y float32) { p.segments = append(p.segments, segment{opLine, [3]point{{x, y}}}) }

func (p *path) cube(ax, ay, bx, by, x, y float32) {
	p.segments = append(p.segments, segment{opCube, [3]point{{ax, ay}, {bx, by}, {x, y}}})
}

// quarter is how far the control points of a Bézier curve lie from its ends if the curve is a
// quarter of a circle with radius 1.
const quarter = 0.5522847

// circle adds a circle, clockwise; with a negative radius anticlockwise.
func (p *path) circle(x, y, r float32) *path {
	w, q := r, r*quarter // a negative radius mirrors the circle, which turns its direction
	h := r
	if r < 0 {
		h = -r
	}
	qv := h * quarter
	p.move(x+w, y)
	p.cube(x+w, y+qv, x+q, y+h, x, y+h)
	p.cube(x-q, y+h, x-w, y+qv, x-w, y)
	p.cube(x-w, y-qv, x-q, y-h, x, y-h)
	p.cube(x+q, y-h, x+w, y-qv, x+w, y)
	return p
}

// ring adds the outline of a circle's stroke.
func (p *path) ring(x, y, r, width float32) *path {
	return p.circle(x, y, r+width/2).circle(x, y, -(r - width/2))
}

// box adds a rectangle with round corners, clockwise.
func (p *path) box(x, y, w, h, r float32) *path {
	k := r * (1 - quarter)
	p.move(x+r, y)
	p.line(x+w-r, y)
	p.cube(x+w-k, y, x+w, y+k, x+w, y+r)
	p.line(x+w, y+h-r)
	p.cube(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h)
	p.line(x+r, y+h)
	p.cube(x+k, y+h, x, y+h-k, x, y+h-r)
	p.line(x, y+r)
	p.cube(x, y+k, x+k, y, x+r, y)
	return p
}

// frame adds the outline of a box's stroke.
func (p *path) frame(x, y, w, h, r, width float32) *path {
	d := width / 2
	p.box(x-d, y-d, w+width, h+width, r+d)
	var inner path
	inner.box(x+d, y+d, w-width, h-width, r-d)
	return p.reversed(&inner)
}

// reversed adds a path in the other direction. All its curves must be closed.
func (p *path) reversed(q *path) *path {
	end := func(i int) point {
		s := q.segments[i]
		return s.to[[...]int{opMove: 0, opLine: 0, opQuad: 1, opCube: 2}[s.op]]
	}
	for first := 0; first < len(q.segments); {
		last := first
		for last+1 < len(q.segments) && q.segments[last+1].op != opMove {
			last++
		}
		at := end(last)
		p.move(at.x, at.y)
		for i := last; i > first; i-- {
			s, to := q.segments[i], end(i-1)
			switch s.op {
			case opCube:
				p.cube(s.to[1].x, s.to[1].y, s.to[0].x, s.to[0].y, to.x, to.y)
			default:
				p.line(to.x, to.y)
			}
		}
		first = last + 1
	}
	return p
}

// stroke adds a straight line with round ends.
func (p *path) stroke(a, b point, width float32) *path {
	angle := math.Atan2(float64(b.y-a.y), float64(b.x-a.x))
	r := width / 2
	p.move(around(a, r, angle+math.Pi/2).x, around(a, r, angle+math.Pi/2).y)
	p.arcTo(a, r, angle+math.Pi/2, angle+3*math.Pi/2)
	next := around(b, r, angle-math.Pi/2)
	p.line(next.x, next.y)
	p.arcTo(b, r, angle-math.Pi/2, angle+math.Pi/2)
	return p
}

// bow adds a part of a circle's stroke, between two angles, with round ends.
func (p *path) bow(centre point, r, width float32, from, to float64) *path {
	d := width / 2
	start := around(centre, r+d, from)
	p.move(start.x, start.y)
	p.arcTo(centre, r+d, from, to)
	p.arcTo(around(centre, r, to), d, to, to+math.Pi)
	p.arcTo(centre, r-d, to, from)
	p.arcTo(around(centre, r, from), d, from+math.Pi, from+2*math.Pi)
	return p
}

// arcTo continues a curve along a circle, from one angle to another.
func (p *path) arcTo(centre point, r float32, from, to float64) {
	steps := int(math.Ceil(math.Abs(to-from) / (math.Pi / 2)))
	step := (to - from) / float64(steps)
	k := r * float32(4.0/3*math.Tan(step/4))
	for i := range steps {
		a := from + float64(i)*step
		one, two := around(centre, r, a), around(centre, r, a+step)
		sinA, cosA := math.Sincos(a)
		sinB, cosB := math.Sincos(a + step)
		p.cube(one.x-k*float32(sinA), one.y+k*float32(cosA), two.x+k*float32(sinB), two.y-k*float32(cosB), two.x, two.y)
	}
}

// around returns the point of a circle at an angle.
func around(centre point, r float32, angle float64) point {
	sin, cos := math.Sincos(angle)
	return point{centre.x + r*float32(cos), centre.y + r*float32(sin)}
}

// polygon adds a polygon.
func (p *path) polygon(corners ...point) *path {
	p.move(corners[0].x, corners[0].y)
	for _, c := range corners[1:] {
		p.line(c.x, c.y)
	}
	return p
}
