package picture

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"testing"
)

var anaBen = [2]Player{{"Ana", "red"}, {"Ben", "yellow"}}

func mustFilm(t testing.TB, a Animation) *gif.GIF {
	t.Helper()
	raw, err := a.Draw()
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return film
}

// frames returns what a viewer of a GIF sees.
func frames(film *gif.GIF) []*image.RGBA {
	screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	var seen []*image.RGBA
	for _, f := range film.Image {
		draw.Draw(screen, f.Rect, f, f.Rect.Min, draw.Over)
		seen = append(seen, clone(screen))
	}
	return seen
}

// Each frame shows the position after its move, seen from either side.
func TestGIFShowsEachMove(t *testing.T) {
	for _, test := range []struct {
		variant, moves string
		flip           bool
	}{
		{"connect4:7x6:4", "4352414", false}, {"connect4:7x6:4", "4352414", true}, {"connect4:4x15:4", "1122", false}, {"tictactoe", "b2 a1 c3 a2", true},
	} {
		a := Animation{test.variant, split(test.variant, test.moves), 1, anaBen, Dark, 300, 500, test.flip}
		boards, err := replay(a.Variant, a.Moves, 1)
		if err != nil {
			t.Fatal(err)
		}
		if test.flip {
			for i, b := range boards {
				boards[i] = b.flipped()
			}
		}
		place := a.film(boards).canvas
		seen := frames(mustFilm(t, a))
		if len(seen) != len(boards) {
			t.Fatalf("%s: %d frames for %d positions", test.variant, len(seen), len(boards))
		}
		for ply, b := range boards {
			for cell, seat := range b.Cells {
				at := b.centre(cell)
				at.X += 24 * b.discScale()
				pixel := place.at(at)
				got := seen[ply].At(int(pixel.X), int(pixel.Y))
				for i, colour := range redYellow {
					if near := distance(got, discs[colour].plain) < 60*60; near != (seat == i+1) {
						t.Errorf("%s, ply %d: cell %d of seat %d is %v", test.variant, ply, cell, seat, got)
					}
				}
			}
		}
	}
}

// The end stays for a while, with the winning line.
func TestGIFHoldsItsEnd(t *testing.T) {
	film := mustFilm(t, Animation{"connect4:7x6:4", split("connect4", "4343434"), 1, anaBen, Light, DefaultGIFWidth, DefaultPause, false})
	if n := len(film.Image); n != 9 || film.Delay[n-1] != lastPause/10 || film.Delay[0] != DefaultPause/10 || film.LoopCount != 0 {
		t.Errorf("%d frames with the pauses %v", n, film.Delay)
	}
	last := film.Image[len(film.Image)-1]
	if last.Rect.Dy() < 250 {
		t.Errorf("the last frame is %v", last.Rect)
	}
}

// A tile slides in several frames, and two tiles together.
func TestGIFShowsSlides(t *testing.T) {
	for moves, want := range map[string]int{"P1 P3": 3, "P1 P3 S8": 3 + slideFrames + 1, "P1 P3 S8 P5 S7": 4 + 2*(slideFrames+1)} {
		film := mustFilm(t, Animation{"force3", split("force3", moves), 1, anaBen, Light, 300, 500, false})
		if got := len(film.Image); got < want-1 || got > want+1 {
			t.Errorf("%s: %d frames, want about %d", moves, got, want)
		}
	}
}

func FuzzGIF(f *testing.F) {
	f.Add("connect4:7x6:4", "4343434", uint16(420), uint16(700), false)
	f.Add("connect4:15x15:3", "8f1", uint16(160), uint16(100), true)
	f.Add("force3:report", "P1 P3 S8+7", uint16(640), uint16(3000), true)
	f.Add("tictactoe", "b2 a1", uint16(333), uint16(999), false)
	f.Fuzz(func(t *testing.T, variant, moves string, width, pause uint16, flip bool) {
		if len(moves) > 60 {
			return
		}
		a := Animation{variant, split(variant, moves), 1, anaBen, Light, MinGIFWidth + int(width)%(MaxGIFWidth-MinGIFWidth+1), MinPause + int(pause)%(MaxPause-MinPause+1), flip}
		if _, err := At(variant, a.Moves, 1); err != nil {
			if _, err := a.Draw(); err == nil {
				t.Error("a game that is not one was drawn")
			}
			return
		}
		if film := mustFilm(t, a); film.Config.Width != a.Width {
			t.Errorf("the width is %d, want %d", film.Config.Width, a.Width)
		}
	})
}

// drawnGame is a game of 42 moves.
const drawnGame = "656173566152215676422337377473141445425321"

func BenchmarkGIF(b *testing.B) {
	a := Animation{"connect4:7x6:4", split("connect4", drawnGame), 1, anaBen, Light, DefaultGIFWidth, DefaultPause, false}
	size := 0
	for b.Loop() {
		raw, err := a.Draw()
		if err != nil {
			b.Fatal(err)
		}
		size = len(raw)
	}
	b.ReportMetric(float64(size), "bytes")
}
