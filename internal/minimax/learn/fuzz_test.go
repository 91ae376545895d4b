package learn

import (
	"bytes"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/rules"
)

// Whatever a file says, what is read from it plays legal moves to the end of a game, and learns on.
func FuzzRead(f *testing.F) {
	for _, s := range []Settings{
		{Game: "tictactoe", Rate: 0.5, Discount: 0.9, Explore: 0.2}, {Game: "force3:report", Rate: 1, Discount: 1, Seed: 7},
	} {
		l, err := New(s)
		if err != nil {
			f.Fatal(err)
		}
		l.Learn()
		var text bytes.Buffer
		if err := l.Write(&text); err != nil {
			f.Fatal(err)
		}
		f.Add(text.Bytes())
	}
	f.Add([]byte(`{"game":"tictactoe","rate":1,"discount":1,"values":{".........":{"b2":1e308,"x":-1},"":null}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		game, err := rules.Parse(l.Game)
		if err != nil {
			t.Fatal(err)
		}
		pos := game.Start()
		for !pos.Outcome().Over() {
			m, err := l.Move(t.Context(), game, pos, nil)
			if err != nil || !slices.Contains(pos.Moves(nil), m) {
				t.Fatalf("%s: %v, %v", rules.FormatSetup(pos), m, err)
			}
			pos.Play(m)
		}
		l.Learn()
	})
}
