package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"unicode/utf8"
)

var redYellow = [2]string{"red", "yellow"}

// split splits moves as tests write them: without spaces in Connect Four.
func split(variant, moves string) []string {
	if strings.HasPrefix(variant, "connect4") {
		return strings.Split(moves, "")
	}
	return strings.Fields(moves)
}

func mustAt(t testing.TB, variant, moves string) *Board {
	t.Helper()
	b, err := At(variant, split(variant, moves), 1)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustDraw(t testing.TB, card Card) image.Image {
	t.Helper()
	raw, err := card.Draw()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, CardWidth, CardHeight) {
		t.Fatalf("a card has the size %v", img.Bounds())
	}
	return img
}

// distance returns how far two colours are apart, from 0 to 441.
func distance(a, b color.Color) float64 {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	sum := 0.0
	for _, d := range [...]float64{float64(ar) - float64(br), float64(ag) - float64(bg), float64(ab) - float64(bb)} {
		sum += d / 257 * (d / 257)
	}
	return sum
}

// Each cell of a card has the colour of its disc, in both palettes, on boards of all shapes.
func TestCardHasThePosition(t *testing.T) {
	for _, test := range []struct{ variant, moves string }{
		{"connect4:7x6:4", "4433521"},
		{"connect4:4x4:4", "1234"},
		{"connect4:15x15:5", "8888777666549abcdef123"},
		{"connect4:15x4:4", "123456789abcdef11"},
		{"connect4:4x15:4", "1234111"},
		{"tictactoe", "b2 a1 c3"},
		{"force3", "P1 P3 S8 P5 S7"},
		{"force3:report", "P1 P3 S8+7"},
	} {
		for name, theme := range themes {
			b := mustAt(t, test.variant, test.moves)
			card := Card{Site: "Quatre", Title: "Ana and Ben", Note: "Note", Variant: test.variant, Moves: split(test.variant, test.moves), First: 1, Colours: redYellow, Theme: name}
			img := mustDraw(t, card)
			c := newCanvas(CardWidth, CardHeight)
			c.clear(theme.ground)
			area := newCanvas(CardWidth, CardHeight)
			area.place(b)
			for cell, seat := range b.Cells {
				at := b.centre(cell)
				at.X += 24 * b.discScale() // on the ring of a disc, between its grooves
				pixel := area.at(at)
				got := img.At(int(pixel.X), int(pixel.Y))
				for i, colour := range redYellow {
					if near := distance(got, discs[colour].plain) < 60*60; near != (seat == i+1) {
						t.Errorf("%s %s: cell %d of seat %d is %v", test.variant, name, cell, seat, got)
					}
				}
			}
		}
	}
}

// The same arguments give the same bytes.
func TestCardIsDeterministic(t *testing.T) {
	card := Card{Site: "Quatre", Title: "Ana beat Ben", Players: []Player{{"Ana", "red"}, {"Ben", "yellow"}}, Variant: "connect4:7x6:4", Moves: split("connect4", "4343434"), First: 1, Colours: redYellow, Theme: Light}
	one, err := card.Draw()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if two, err := card.Draw(); err != nil || !bytes.Equal(one, two) {
			t.Fatalf("another picture: %v", err)
		}
	}
}

func TestLegible(t *testing.T) {
	for text, want := range map[string]string{
		"Amélie": "Amélie", "  Ana \u00a0 B ": "Ana B", "Ana 🎉": "Ana", "🎉🥳": "", "漢字": "", "!?": "", "مرحبا": "مرحبا", "שלום": "שלום",
		"Ωmega Жук": "Ωmega Жук", "Nguyễn": "Nguyễn", "♥": "♥", "": "", "A\u200d🎉": "A\u200d",
	} {
		if got := Legible(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A text runs from right to left where its script does, and its letters are joined.
func TestTextOfRightToLeftScript(t *testing.T) {
	ts := typesetters.Get().(*typesetter)
	defer typesetters.Put(ts)
	alone := float32(0)
	for _, letter := range "مرحبا" {
		lines, _ := ts.lines(string(letter), 60, 1000, 1)
		alone += lines[0].width
	}
	joined, whole := ts.lines("مرحبا", 60, 1000, 1)
	if !whole || len(joined) != 1 || joined[0].width >= alone {
		t.Errorf("the joined letters are %.0f wide, the single letters %.0f", joined[0].width, alone)
	}
	// The drawing has the order of the levels: the same glyphs at the same places as letter by letter.
	mixed, _ := ts.lines("\u2068דוד 12\u2069 beat \u2068בן 3\u2069", 60, 2000, 1)
	single, _ := ts.lines("12 \u2068ד\u2069\u2068ו\u2069\u2068ד\u2069 beat 3 \u2068ן\u2069\u2068ב\u2069", 60, 2000, 1)
	if len(mixed[0].outline) != len(single[0].outline) || mixed[0].width != single[0].width {
		t.Fatalf("mixed text is %.1f wide, its letters %.1f", mixed[0].width, single[0].width)
	}
	for i, s := range mixed[0].outline {
		if at, want := s.Args[0], single[0].outline[i].Args[0]; max(at.X-want.X, want.X-at.X) > 1 {
			t.Fatalf("point %d is at %.1f, want %.1f", i, at.X, want.X)
		}
	}
}

// The characters stand from left to right as in Chromium, which follows Unicode Standard Annex 9.
func TestOrderOfMixedText(t *testing.T) {
	ts := typesetters.Get().(*typesetter)
	defer typesetters.Put(ts)
	for text, want := range map[string]string{
		"\u2068علي 12\u2069 beat \u2068דוד (1)\u2069 in 7 moves":         "12 يلع beat )1( דוד in 7 moves",
		"\u2068דוד (1)\u2069 – \u2068علي 12\u2069":                       ")1( דוד – 12 يلع",
		"\u2068Ana علي 12\u2069 beat Bo":                                 "Ana 12 يلع beat Bo",
		"\u206812 علي\u2069 beat Bo":                                     "يلع 12 beat Bo",
		"\u2068(דוד)\u2069, \u2068C++ דוד\u2069":                         ")דוד(, C++ דוד",
		"\u2068דוד 5%\u2069 and \u2068Ana דוד $5\u2069":                  "5% דוד and Ana $5 דוד",
		"\u2068علي ١٢-١٣\u2069 and \u2068דוד-1\u2069-\u2068-1 דוד\u2069": "١٣-١٢ يلع and 1-דוד-דוד 1-",
		"\u2068Ana دود 1,2\u2069 beat \u2068דוד!\u2069":                  "Ana 1,2 دود beat !דוד",
		"\u2068a. דוד 10:30\u2069 beat Ana":                              "a. 10:30 דוד beat Ana",
		"Ana beat Ben in 7 moves":                                        "Ana beat Ben in 7 moves",
	} {
		runes, got := []rune(text), ""
		for _, i := range visual(ts.levels(runes)) {
			if !isControl(runes[i]) {
				got += string(runes[i])
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Whatever the names, the text stays beside the board.
func FuzzCard(f *testing.F) {
	f.Add("👍🏽🎉", "مرحبا يا صديقي", "connect4:4x4:4", "12")
	f.Add(strings.Repeat("Wolf", 10), "שלום עולם", "connect4:15x15:5", "8f1")
	f.Add("\u0301\u0301", "漢字", "force3", "P1 P3 S8")
	f.Add("a\u202eb\u2069c", strings.Repeat("W", 40), "tictactoe", "b2")
	f.Add(strings.Repeat("ﷺ", 24), "ไทย Việt", "connect4:4x15:4", "")
	f.Fuzz(func(t *testing.T, one, two, variant, moves string) {
		if !utf8.ValidString(one) || !utf8.ValidString(two) || len(one)+len(two) > 400 || len(moves) > 100 {
			return
		}
		if _, err := At(variant, split(variant, moves), 1); err != nil {
			variant, moves = "connect4:7x6:4", ""
		}
		one, two = Legible(one), Legible(two)
		card := Card{Site: "Quatre", Title: Legible(one + " beat " + two + " in 23 moves"), Players: []Player{{one, "red"}, {two, "yellow"}}, Note: two, Variant: variant, Moves: split(variant, moves), First: 1, Colours: redYellow, Theme: Light}
		img := mustDraw(t, card)
		ground := img.At(2, 2)
		for y := range CardHeight { // nothing reaches the edges
			for _, x := range [...]int{0, 1, CardWidth - 2, CardWidth - 1} {
				if img.At(x, y) != ground {
					t.Fatalf("there is something at %d,%d", x, y)
				}
			}
		}
	})
}

func BenchmarkCard(b *testing.B) {
	for _, test := range []struct{ name, variant, moves string }{
		{"7x6", "connect4:7x6:4", "4343434"}, {"15x15", "connect4:15x15:5", "8888777666549abcdef123"}, {"force3", "force3", "P1 P3 S8 P5"},
	} {
		card := Card{
			"Quatre", "Ana beat Ben in 7 moves",
			[]Player{{"Ana", "red"}, {"Ben", "yellow"}},
			"Connect Four, 7×6. Replay it move by move.",
			test.variant, split(test.variant, test.moves), 1, redYellow, Light,
		}
		b.Run(test.name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				raw, err := card.Draw()
				if err != nil {
					b.Fatal(err)
				}
				size = len(raw)
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}
