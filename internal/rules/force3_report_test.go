package rules

import (
	"math/bits"
	"slices"
	"testing"
)

// allReportBoards yields every board of force3:report on which nobody has a line, whether or
// not a game can reach it.
func allReportBoards(yield func(b force3Board)) {
	for hole := range uint8(cells3) {
		for first := range uint16(all3 + 1) {
			for second := range uint16(all3 + 1) {
				over := first&second != 0 || (first|second)>>hole&1 != 0 ||
					max(bits.OnesCount16(first), bits.OnesCount16(second)) > Force3Discs ||
					filledLines(first) != 0 || filledLines(second) != 0
				if !over {
					yield(force3Board{discs: [2]uint16{first, second}, hole: hole, ban: noForce3Ban})
				}
			}
		}
	}
}

// TestForce3ReportTurns checks on every board, with every ban, that the side to move has a
// legal turn. It checks that the mover's turn never gives the opponent a line, and that only
// the reverse of the last turn is banned.
func TestForce3ReportTurns(t *testing.T) {
	game, err := Parse("force3:report")
	if err != nil {
		t.Fatal(err)
	}
	p := game.Start().(*Force3Position)
	boards, bans := 0, 0
	allReportBoards(func(b force3Board) {
		boards++
		p.board, p.outcome, p.history = b, Ongoing, p.history[:0]
		all := p.Moves(nil)
		for _, m := range all {
			p.Play(m)
			if winner := p.Outcome().Winner(); p.Outcome() == Drawn || winner == Second {
				t.Fatalf("%+v: a turn of the first side ends in %v", b, p.Outcome())
			}
			p.Undo()
		}
		for _, m := range all {
			if m < force3Slides || m >= force3Move {
				continue
			}
			ban := slideOf(m)
			p.board.ban = ban
			bans++
			legal := slices.DeleteFunc(slices.Clone(all), func(n Move) bool { return n == m })
			if got := p.Moves(nil); !slices.Equal(got, legal) || len(got) == 0 {
				t.Fatalf("%+v with the ban %v: turns %v, want %v", b, ban, got, legal)
			}
		}
	})
	if t.Log(boards, bans); boards < 10_000 || bans < 50_000 {
		t.Errorf("only %d boards with %d bans tested", boards, bans)
	}
}
