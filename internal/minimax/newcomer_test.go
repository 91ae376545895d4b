package minimax

import (
	"strings"
	"testing"
)

func TestNewcomerMoves(t *testing.T) {
	for _, test := range []struct{ what, variant, moves, want string }{
		{"wins rather than blocks", "connect4:7x6:4", "1212127", "2"},
		{"blocks upwards", "connect4:7x6:4", "71727", "7"},
		{"blocks a diagonal", "connect4:7x6:4", "122343344", "4"},
		{"does not see the cell above", "connect4:7x6:4", "122343347", "4 3 5 2 6 1 7"},
		{"cannot stop both", "connect4:7x6:4", "33445", "4 3 5 2 6 1 7"},
		{"blocks", "tictactoe", "a1 b2 b1", "c1"},
		{"wins", "tictactoe", "a1 b2 b1 a2", "c1"},
	} {
		pos := replay(t, test.variant, test.moves)
		var got []string
		for _, m := range newcomerMoves(pos) {
			got = append(got, pos.FormatMove(m))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %s, want %s", test.what, text, test.want)
		}
	}
}
