package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Player is a player as a picture names them.
type Player struct {
	Name   string // as Legible returns it
	Colour string // of the discs, such as "red"
}

// Card is the picture of the position after the last of some moves.
type Card struct {
	Site    string // the name of the site; as Legible returns it
	Title   string // a sentence; as Legible returns it
	Players []Player
	Note    string // a line at the bottom
	Variant string
	Moves   []string
	First   int       // the seat that began
	Colours [2]string // of the discs, by seat
	Theme   Theme
}

// The lengths of a card, in pixels.
const (
	margin     = 64
	gutter     = 52
	maxBoard   = 560 // the width of a board beside the text
	brandSize  = 50
	brandSpace = 84
	noteSize   = 25
	nameSize   = 35
	nameStep   = 58
	nameGap    = 24 // between the title and the names
	nameDisc   = 22 // the radius of the disc beside a name

	// wideBoard is the ratio of width to height from which on the board is below the text.
	wideBoard = 1.9
	// tallBoard is the height of such a board.
	tallBoard = 330
)

// Draw returns the card as a PNG. It fails if the variant is unknown or a move is illegal.
func (card *Card) Draw() ([]byte, error) {
	b, err := At(card.Variant, card.Moves, card.First)
	if err != nil {
		return nil, err
	}
	c := newCanvas(CardWidth, CardHeight)
	card.draw(c, b)
	small := newPalette(b, card.Colours, themes[card.Theme], true).paint(c.img)
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, small)
	return out.Bytes(), err
}

func (card *Card) draw(c *canvas, b *Board) {
	t := themes[card.Theme]
	text := c.place(b)
	c.clear(t.ground)
	c.shadow(b, t)
	c.board(b, t)
	c.pieces(b, newPieces(b, card.Colours, c.scale, t), t, nil)
	c.marks(b, t)
	c.scale, c.origin = 1, point{}
	card.drawText(c, text, t)
}

// place gives the canvas the scale and the origin of the board, and returns the place of the
// text. The board is beside the text, or below it if the board is wide.
func (c *canvas) place(b *Board) (text image.Rectangle) {
	x, y, width, height := b.extent()
	text = image.Rect(margin, margin-8, CardWidth-margin, CardHeight-margin+8)
	in := image.Rect(CardWidth-margin-maxBoard, margin-16, CardWidth-margin, CardHeight-margin+16)
	wide := width/height > wideBoard
	if wide {
		text.Max.Y = CardHeight - margin - tallBoard
		in = image.Rect(margin, text.Max.Y+8, CardWidth-margin, CardHeight-margin/2-8)
	}
	cell := int(min(float32(in.Dx())*cellSize/width, float32(in.Dy())*cellSize/height))
	c.scale = float32(cell) / cellSize
	spare := float32(in.Dx()) - width*c.scale // to the left of the board
	if wide {
		spare /= 2
	}
	at := pt(float32(in.Min.X)+spare, float32(in.Min.Y)+(float32(in.Dy())-height*c.scale)/2)
	c.origin = pt(floor(at.X-x*c.scale), floor(at.Y-y*c.scale))
	if !wide {
		text.Max.X = int(at.X) - gutter
	}
	return text
}

// shadow draws a soft shadow under a board.
func (c *canvas) shadow(b *Board, t *theme) {
	width, height := float32(b.Columns)*cellSize+2*frame, float32(b.Rows)*cellSize+frame+foot
	unit := 1 / c.scale // a pixel
	for spread := 20 * unit; spread > 0; spread -= 5 * unit {
		p := new(path).box(-frame-spread, 9*unit-frame-spread, width+2*spread, height+2*spread, 44+spread)
		p.box(width-2*frame, 0, 2*frame-width, height-frame-foot, 1) // nobody sees it under the board
		c.fill(p, faint(color.RGBA{0x1e, 0x14, 0x08, 255}, float32(t.shadow)/255))
	}
}

// drawText draws the site's name, the title, the players and the note.
func (card *Card) drawText(c *canvas, in image.Rectangle, t *theme) {
	ts := typesetters.Get().(*typesetter)
	defer typesetters.Put(ts)
	c.brand(ts, card.Site, in, t)
	left, width := float32(in.Min.X), float32(in.Dx())
	bottom := float32(in.Max.Y)
	wide := in.Dx() > CardWidth*3/4
	if lines, _ := ts.lines(card.Note, noteSize, width, 2); len(lines) > 0 && !wide {
		for i, line := range lines {
			c.write(line, pt(left, bottom-float32(len(lines)-1-i)*noteSize*1.3), t.textSoft)
		}
		bottom -= float32(len(lines))*noteSize*1.3 + 14
	}
	top := float32(in.Min.Y) + brandSpace
	rows := len(card.Players)
	if wide {
		rows = min(rows, 1) // both on one line
	}
	most := 5
	if rows > 0 {
		most = 4
	}
	lines, size := fit(ts, card.Title, width, bottom-top-float32(rows)*nameStep-nameGap, most)
	block := float32(len(lines))*size*1.16 + float32(rows)*nameStep
	if rows > 0 {
		block += nameGap
	}
	y := top + (bottom-top-block)/2
	for _, line := range lines {
		y += size * 1.16
		c.write(line, pt(left, y-size*0.28), t.text)
	}
	y += nameGap
	for i, p := range card.Players {
		at, space := pt(left, y+float32(i)*nameStep+nameDisc), width
		if wide {
			space = width/2 - 24
			at = pt(left+float32(i)*width/2, y+nameDisc)
		}
		card.name(c, ts, p, i+1, at, space, t)
	}
}

// fit returns the lines of a text at the greatest size at which it fits.
func fit(ts *typesetter, text string, width, height float32, most int) ([]textLine, float32) {
	for size := float32(62); ; size -= 4 {
		lines, whole := ts.lines(text, size, width, most)
		unbroken := whole && float32(len(lines))*size*1.16 <= height && ts.widestWord(text, size) <= width
		if unbroken || size < 36 {
			return lines[:min(len(lines), max(1, int(height/(size*1.16))))], size
		}
	}
}

// name writes a player's name beside a disc.
func (card *Card) name(c *canvas, ts *typesetter, p Player, seat int, at point, width float32, t *theme) {
	c.stamp(drawDisc(seat, p.Colour, nameDisc/radius), pt(at.X+nameDisc, at.Y))
	const indent = 2*nameDisc + 16
	size := float32(nameSize)
	lines, whole := ts.lines(p.Name, size, width-indent, 1)
	for !whole && size > 24 {
		size -= 3
		lines, whole = ts.lines(p.Name, size, width-indent, 1)
	}
	if len(lines) > 0 {
		c.write(lines[0], pt(at.X+indent, at.Y+size*0.36), t.textSoft)
	}
}

// brand draws the product's sign, favicon.svg of the page, and the name of the site.
func (c *canvas) brand(ts *typesetter, site string, in image.Rectangle, t *theme) {
	at := pt(float32(in.Min.X), float32(in.Min.Y))
	c.scale, c.origin = brandSize/64.0, at
	c.fill(new(path).box(0, 0, 64, 64, 15), solid(hex("23567f")))
	c.fill(new(path).frame(1.5, 1.5, 61, 61, 13.5, 1.5), faint(hex("6ea3cc"), 0.6))
	c.fill(new(path).circle(20, 20, 11.5).circle(44, 44, 11.5), solid(hex("0d2336")))
	c.fill(new(path).circle(44, 20, 11.5), solid(discs["red"].plain))
	c.fill(new(path).ring(44, 20, 7.5, 1.2), solid(discs["red"].dark))
	c.fill(new(path).ring(20, 44, 8, 7), solid(discs["yellow"].plain))
	c.scale, c.origin = 1, point{}
	if lines, _ := ts.lines(site, 36, float32(in.Dx()-brandSize-16), 1); len(lines) > 0 {
		c.write(lines[0], pt(at.X+brandSize+16, at.Y+38), t.accent)
	}
}
