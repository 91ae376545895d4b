package picture

import (
	"image/color"
	"strconv"
)

// Theme is one of the page's two palettes.
type Theme string

// The themes.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// theme holds the colours of a palette, under their names in tokens.css.
type theme struct {
	ground, text, textSoft, accent color.RGBA

	boardTop, boardMid, boardLow, boardRim, boardEdge, holeTop, holeLow color.RGBA

	woodTop, woodLow, woodEdge, woodRim, woodText, wellTop, wellLow color.RGBA
	tileTop, tileLow, tileEdge, tileRim, tileText, dishTop, dishLow color.RGBA

	shadow uint8 // opacity of the shadow under a board
}

var themes = map[Theme]*theme{
	Light: {
		ground: hex("f5f0e8"), text: hex("2a241d"), textSoft: hex("635848"), accent: hex("23567f"),
		boardTop: hex("3a79ab"), boardMid: hex("2c6594"), boardLow: hex("1f4d74"), boardRim: hex("7fb1d8"), boardEdge: hex("173b59"),
		holeTop: hex("0d2336"), holeLow: hex("112a40"),
		woodTop: hex("b98a58"), woodLow: hex("97683a"), woodEdge: hex("5b3a1c"), woodRim: hex("dbb384"), woodText: hex("2a1806"),
		wellTop: hex("2c1b0d"), wellLow: hex("38240f"),
		tileTop: hex("f3e4c6"), tileLow: hex("ddc59b"), tileEdge: hex("8d6d40"), tileRim: hex("fffaf0"), tileText: hex("5b4420"),
		dishTop: hex("2f1e0d"), dishLow: hex("3a2610"),
		shadow: 11,
	},
	Dark: {
		ground: hex("1c1916"), text: hex("f1eae0"), textSoft: hex("b9ad9d"), accent: hex("7db4de"),
		boardTop: hex("2f6793"), boardMid: hex("24557c"), boardLow: hex("1a405f"), boardRim: hex("5c91b9"), boardEdge: hex("0f2a41"),
		holeTop: hex("091824"), holeLow: hex("0e2335"),
		woodTop: hex("7d5a37"), woodLow: hex("5e4126"), woodEdge: hex("38250f"), woodRim: hex("a27c53"), woodText: hex("f3e3cd"),
		wellTop: hex("1b1008"), wellLow: hex("2a1a0b"),
		tileTop: hex("c9b48d"), tileLow: hex("a68f66"), tileEdge: hex("5f4827"), tileRim: hex("e3d1ad"), tileText: hex("35260f"),
		dishTop: hex("22150a"), dishLow: hex("33210e"),
		shadow: 32,
	},
}

// The marks over pieces.
var (
	mark     = hex("fffdf6")
	markDark = hex("2a1c0a")
)

// discColours are the shades of a disc.
type discColours struct{ light, plain, dark, edge color.RGBA }

var discs = map[string]discColours{
	"red":    {hex("f4705c"), hex("d93a27"), hex("a82718"), hex("a82718")},
	"yellow": {hex("ffe48a"), hex("f8c630"), hex("a5710a"), hex("a5710a")},
	"blue":   {hex("b4e2ff"), hex("66c2ff"), hex("1f76b8"), hex("1f76b8")},
	"green":  {hex("86cbab"), hex("409272"), hex("1f5a43"), hex("1f5a43")},
	"violet": {hex("b892ee"), hex("7436b8"), hex("4a1d80"), hex("b892ee")},
	"white":  {hex("ffffff"), hex("f5f2ec"), hex("827a6d"), hex("827a6d")},
}

// hex returns the colour of six hexadecimal digits.
func hex(digits string) color.RGBA {
	n, _ := strconv.ParseUint(digits, 16, 32)
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}

// mix returns a colour between a and b, of which a has this share.
func mix(a, b color.RGBA, share float32) color.RGBA {
	of := func(x, y uint8) uint8 { return uint8(float32(x)*share + float32(y)*(1-share) + 0.5) }
	return color.RGBA{of(a.R, b.R), of(a.G, b.G), of(a.B, b.B), 255}
}
