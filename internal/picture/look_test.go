package picture

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"strings"
	"testing"
)

func TestLookTMP(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	save := func(name string, card Card) {
		raw, err := card.PNG()
		if err != nil {
			t.Fatal(err)
		}
		t.Log(name, len(raw))
		os.WriteFile(dir+"/"+name+".png", raw, 0o644)
	}
	at := func(variant, moves string) *Board {
		sep := strings.Fields(moves)
		if strings.HasPrefix(variant, "connect4") {
			sep = strings.Split(moves, "")
			if moves == "" {
				sep = nil
			}
		}
		b, err := At(variant, sep, 1)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	ry := [2]string{"red", "yellow"}
	two := []Player{{"Ana", "red"}, {"Ben", "yellow"}}
	for _, th := range []Theme{Light, Dark} {
		save("wait-"+string(th), Card{"Amélie vous invite à une partie de Puissance 4", nil, "Ouvrez le lien et jouez, sans inscription.", at("connect4:7x6:4", ""), ry, th})
		save("won-"+string(th), Card{"Ana beat Ben in 7 moves", two, "Connect Four", at("connect4:7x6:4", "4343434"), ry, th})
		save("ttt-"+string(th), Card{"Ana beat Ben in 5 moves", two, "Tic-tac-toe", at("tictactoe", "b2 a1 a3 c3 c1"), [2]string{"blue", "white"}, th})
		save("force-"+string(th), Card{"Ana and Ben are playing Force 3", two, "Force 3", at("force3", "P1 P3 S8"), [2]string{"green", "violet"}, th})
		save("15-"+string(th), Card{"Wolfeschlegelsteinhausen beat a draw in 225 moves", []Player{{"Wolfeschlegelsteinhausen", "red"}, {Legible("مرحبا يا صديقي"), "yellow"}}, "Connect Four 15×15", at("connect4:15x15:5", "8888777666549abcdef123"), ry, th})
		save("4-"+string(th), Card{Legible("\u2068שלום עולם\u2069 vous invite à une partie de Puissance 4"), nil, "Note", at("connect4:4x4:4", "12"), ry, th})
		save("15x4-"+string(th), Card{"Ana and Ben are playing Connect Four", two, "Note", at("connect4:15x4:4", "123456789abcdef11"), ry, th})
		save("4x15-"+string(th), Card{"Ana and Ben are playing Connect Four", two, "Note", at("connect4:4x15:4", "1234"), ry, th})
	}
}

func BenchmarkCard(b *testing.B) {
	board, err := At("connect4:7x6:4", strings.Split("4343434", ""), 1)
	if err != nil {
		b.Fatal(err)
	}
	card := Card{"Ana beat Ben in 7 moves", []Player{{"Ana", "red"}, {"Ben", "yellow"}}, "Connect Four", board, [2]string{"red", "yellow"}, Light}
	for b.Loop() {
		if _, err := card.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}

func gameOf42() []string {
	return strings.Split("656173566152215676422337377473141445425321", "")
}

func TestGIFTMP(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	for name, a := range map[string]Animation{
		"c4":    {"connect4:7x6:4", strings.Split("4352414445336", ""), 1, [2]Player{{"Ana", "red"}, {"Ben", "yellow"}}, Light, 420, 700, false},
		"force": {"force3", strings.Fields("P1 P3 S8 P5 S7 D3"), 1, [2]Player{{"Ana", "red"}, {"Ben", "yellow"}}, Dark, 420, 700, false},
	} {
		for i := len(a.Moves); i > 0; i-- {
			a.Moves = a.Moves[:i]
			if _, err := At(a.Variant, a.Moves, 1); err == nil {
				break
			}
		}
		raw, err := a.GIF()
		if err != nil {
			t.Fatal(err)
		}
		t.Log(name, len(raw), len(a.Moves))
		os.WriteFile(dir+"/"+name+".gif", raw, 0o644)
		g, err := gif.DecodeAll(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
		sheet := image.NewRGBA(image.Rect(0, 0, 4*g.Config.Width, 2*g.Config.Height))
		for i, f := range g.Image {
			draw.Draw(screen, f.Rect, f, f.Rect.Min, draw.Over)
			if n := len(g.Image) - i; n <= 8 {
				k := 8 - n
				draw.Draw(sheet, screen.Rect.Add(image.Pt(k%4*g.Config.Width, k/4*g.Config.Height)), screen, image.Point{}, draw.Src)
			}
		}
		out, _ := os.Create(dir + "/" + name + "-sheet.png")
		png.Encode(out, sheet)
		out.Close()
	}
}

func BenchmarkGIF(b *testing.B) {
	a := Animation{"connect4:7x6:4", gameOf42(), 1, [2]Player{{"Ana", "red"}, {"Ben", "yellow"}}, Light, DefaultGIFWidth, 700, false}
	for b.Loop() {
		raw, err := a.GIF()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(raw)), "bytes")
	}
}
