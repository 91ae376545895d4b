package picture

import (
	"encoding/binary"
	"image"
	"image/color"
)

// quantiser maps colours to a palette. It sorts colours into bins of six bits a channel, and cuts
// the space of the bins at the mean of its widest part until there are enough boxes (a median cut,
// Heckbert 1982, with means and variances as Wu 1991 has them). Each box is one colour.
type quantiser struct {
	bins    []uint32 // pixels by bin
	sums    []uint32 // red, green and blue by bin
	used    []uint32 // the bins with pixels
	index   []int16  // by bin: the number of its colour, or -1
	palette color.Palette
}

const (
	binBits = 6
	allBins = 1 << (3 * binBits)
)

func newQuantiser() *quantiser {
	return &quantiser{bins: make([]uint32, allBins), sums: make([]uint32, 3*allBins), index: make([]int16, allBins)}
}

func binOf(r, g, b uint8) uint32 {
	return uint32(r>>(8-binBits))<<(2*binBits) | uint32(g>>(8-binBits))<<binBits | uint32(b>>(8-binBits))
}

// reset forgets all colours.
func (q *quantiser) reset() {
	for _, bin := range q.used {
		q.bins[bin] = 0
		clear(q.sums[3*bin : 3*bin+3])
	}
	for i := range q.index {
		q.index[i] = -1
	}
	q.used, q.palette = q.used[:0], nil
}

// count adds the pixels of a picture.
func (q *quantiser) count(img *image.RGBA) {
	for i := 0; i < len(img.Pix); {
		pixel, start := binary.LittleEndian.Uint32(img.Pix[i:]), i
		for i += 4; i < len(img.Pix) && binary.LittleEndian.Uint32(img.Pix[i:]) == pixel; {
			i += 4
		}
		r, g, b := uint8(pixel), uint8(pixel>>8), uint8(pixel>>16)
		n, bin := uint32(i-start)/4, binOf(r, g, b)
		if q.bins[bin] == 0 {
			q.used = append(q.used, bin)
		}
		q.bins[bin] += n
		q.sums[3*bin] += n * uint32(r)
		q.sums[3*bin+1] += n * uint32(g)
		q.sums[3*bin+2] += n * uint32(b)
	}
}

// box is a part of the used bins.
type box struct {
	bins  []uint32
	axis  uint    // the channel of the greatest variance: 0 blue, 1 green, 2 red
	mean  float64 // in this channel
	worth float64 // how much a cut would gain
}

func (q *quantiser) boxOf(bins []uint32) box {
	var n, sum, squares [3]float64
	for _, bin := range bins {
		weight := float64(q.bins[bin])
		for axis := range n {
			v := float64(bin >> (uint(axis) * binBits) & (1<<binBits - 1))
			n[axis] += weight
			sum[axis] += weight * v
			squares[axis] += weight * v * v
		}
	}
	b := box{bins: bins}
	for axis := range n {
		if spread := squares[axis] - sum[axis]*sum[axis]/n[axis]; spread > b.worth {
			b.axis, b.mean, b.worth = uint(axis), sum[axis]/n[axis], spread
		}
	}
	if len(bins) < 2 {
		b.worth = 0
	}
	return b
}

// cut divides a box at its mean.
func (q *quantiser) cut(b box) (one, two box) {
	low := 0
	for i, bin := range b.bins {
		if float64(bin>>(b.axis*binBits)&(1<<binBits-1)) <= b.mean {
			b.bins[low], b.bins[i] = b.bins[i], b.bins[low]
			low++
		}
	}
	return q.boxOf(b.bins[:low]), q.boxOf(b.bins[low:])
}

// choose makes a palette of at most this many colours for the pixels that were counted.
func (q *quantiser) choose(most int) {
	boxes := []box{q.boxOf(q.used)}
	for len(boxes) < most {
		best := 0
		for i := range boxes {
			if boxes[i].worth > boxes[best].worth {
				best = i
			}
		}
		if boxes[best].worth == 0 {
			break
		}
		one, two := q.cut(boxes[best])
		boxes[best] = one
		boxes = append(boxes, two)
	}
	for i, b := range boxes {
		var n, red, green, blue uint64
		for _, bin := range b.bins {
			n += uint64(q.bins[bin])
			red, green, blue = red+uint64(q.sums[3*bin]), green+uint64(q.sums[3*bin+1]), blue+uint64(q.sums[3*bin+2])
			q.index[bin] = int16(i)
		}
		q.palette = append(q.palette, color.RGBA{uint8((red + n/2) / n), uint8((green + n/2) / n), uint8((blue + n/2) / n), 255})
	}
}

// of returns the number of the palette's colour for a pixel.
func (q *quantiser) of(r, g, b uint8) uint8 {
	bin := binOf(r, g, b)
	if q.index[bin] < 0 { // not a colour that was counted
		q.index[bin] = int16(q.palette.Index(color.RGBA{r, g, b, 255}))
	}
	return uint8(q.index[bin])
}

// paint draws a part of a picture with the palette's colours.
func (q *quantiser) paint(to *image.Paletted, from *image.RGBA, part image.Rectangle) {
	part = part.Intersect(from.Rect)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		in := from.Pix[from.PixOffset(part.Min.X, y):][:4*part.Dx()]
		out := to.Pix[to.PixOffset(part.Min.X, y):][:part.Dx()]
		last, number := ^uint32(0), uint8(0) // no pixel is like this: pictures are opaque
		for x := range out {
			if pixel := binary.LittleEndian.Uint32(in[4*x:]) &^ (255 << 24); pixel != last {
				last, number = pixel, q.of(uint8(pixel), uint8(pixel>>8), uint8(pixel>>16))
			}
			out[x] = number
		}
	}
}
