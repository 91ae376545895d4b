package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// palette is the colours of a picture. It depends on what is drawn with, not on the picture: on the
// theme, the kind of board and the colours of the discs. A small palette gives small pictures.
type palette struct {
	colours color.Palette
	numbers map[uint32]uint8 // by pixel, as far as a colour was looked for
}

// newPalette returns the palette of a board, with its texts if text is true.
func newPalette(b *Board, discColours [2]string, t *theme, text bool) *palette {
	p := &palette{numbers: map[uint32]uint8{}}
	p.add(mark, markDark, t.ground)
	p.ramp(t.ground, t.text, 6)
	if text {
		p.ramp(t.ground, t.textSoft, 6)
		p.ramp(t.ground, t.accent, 6)
		p.ramp(t.ground, mix(color.RGBA{0x1e, 0x14, 0x08, 255}, t.ground, 4*float32(t.shadow)/255), 6)                   // the shadow of the board
		p.add(hex("23567f"), hex("6ea3cc"), hex("0d2336"), discs["red"].plain, discs["red"].dark, discs["yellow"].plain) // the product's sign
	}
	edge := t.woodEdge
	var surfaces []color.RGBA
	if b.look == plate {
		edge = t.boardEdge
		surfaces = slices.Concat(ramp(t.boardTop, t.boardMid, 7), ramp(t.boardMid, t.boardLow, 7), ramp(t.holeTop, t.holeLow, 2))
		p.ramp(t.boardMid, t.boardRim, 4)
		p.ramp(t.boardMid, t.holeLow, 4)
		p.ramp(edge, t.boardRim, 4)
	} else {
		surfaces = slices.Concat(ramp(t.woodTop, t.woodLow, 7), ramp(t.wellTop, t.wellLow, 3))
		p.ramp(t.woodTop, t.woodRim, 3)
		p.ramp(t.woodLow, edge, 3)
		p.ramp(t.woodTop, t.woodText, 3)
	}
	if b.look == tiles {
		surfaces = slices.Concat(surfaces, ramp(t.tileTop, t.tileLow, 7), ramp(t.dishTop, t.dishLow, 2))
		p.ramp(t.tileLow, t.tileEdge, 4)
		p.ramp(t.tileTop, t.tileText, 3)
		p.add(t.tileRim)
	}
	for _, name := range discColours {
		d := discs[name]
		surfaces = slices.Concat(surfaces, ramp(mix(d.light, d.plain, 0.6), d.plain, 3), ramp(d.plain, mix(d.dark, d.plain, 0.45), 4), []color.RGBA{d.dark, d.light})
		p.ramp(d.edge, edge, 3)
		p.ramp(d.plain, t.ground, 3)
	}
	p.ramp(edge, t.ground, 3)
	p.ramp(mark, markDark, 4)
	for _, c := range surfaces {
		p.add(c, mix(edge, c, 0.55)) // what the winning marks dim
	}
	return p
}

func (p *palette) add(colours ...color.RGBA) {
	for _, c := range colours {
		if !slices.Contains(p.colours, color.Color(c)) {
			p.colours = append(p.colours, c)
		}
	}
}

func (p *palette) ramp(from, to color.RGBA, steps int) { p.add(ramp(from, to, steps)...) }

// ramp returns the colours from one to another, in this many steps.
func ramp(from, to color.RGBA, steps int) (all []color.RGBA) {
	for i := range steps + 1 {
		all = append(all, mix(to, from, float32(i)/float32(steps)))
	}
	return all
}

// paint returns a picture with the palette's colours.
func (p *palette) paint(from *image.RGBA) *image.Paletted {
	to := image.NewPaletted(from.Rect, p.colours)
	last, number := uint32(0), uint8(0) // no pixel is like this: pictures are opaque
	for i := range to.Pix {
		if pixel := binary.LittleEndian.Uint32(from.Pix[4*i:]); pixel != last {
			last, number = pixel, p.number(pixel)
		}
		to.Pix[i] = number
	}
	return to
}

// number returns the number of the palette's colour that is nearest to a pixel.
func (p *palette) number(pixel uint32) uint8 {
	number, known := p.numbers[pixel]
	if !known {
		number = uint8(p.colours.Index(color.RGBA{uint8(pixel), uint8(pixel >> 8), uint8(pixel >> 16), 255}))
		p.numbers[pixel] = number
	}
	return number
}
