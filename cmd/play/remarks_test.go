package main

import (
	"strings"
	"testing"

	"github.com/quatre/quatre/cmd/play/texts"
)

const clockGame = "a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls"

// The advised player and spectators see advice, as they do on the page.
func TestAdviceIsHiddenFromTheOtherPlayer(t *testing.T) {
	for who, want := range map[string]bool{zoe: true, ana: false, "max": true} {
		s := newScreen(t, config{}).showLog(who, exampleLog(t, clockGame)[:5])
		if got := strings.Contains(s.text(), "Advice: 4."); got != want {
			t.Errorf("%s: advice is shown: %v, want %v\n%s", who, got, want, s.text())
		}
	}
}

// nextEntry reports one more entry.
func (s *screen) nextEntry(kind string, d event) {
	s.report(entriesReceived{{N: s.m.room.n + 1, At: firstEntry, Type: kind, Data: d}})
}

func TestRefusedOffersAreShown(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.nextEntry("offered", event{Seat: 1, Offer: offerDraw})
	s.nextEntry("declined", event{Seat: 2, Offer: offerDraw})
	s.expectText("Zoé has refused your draw offer.")
	s.nextEntry("offered", event{Seat: 1, Offer: offerTakeback})
	s.expectText("You have asked to take your move back.")
	s.nextEntry("declined", event{Seat: 2, Offer: offerTakeback})
	s.expectText("Zoé does not let you take your move back.")
	s.nextEntry("offered", event{Seat: 2, Offer: offerDraw})
	s.nextEntry("declined", event{Seat: 2, Offer: offerDraw})
	s.expectText("Zoé has withdrawn the offer.")
	s.nextEntry("moved", event{Seat: 1, Move: "1"})
	if strings.Contains(s.text(), "withdrawn") {
		t.Errorf("still shown after the next move:\n%s", s.text())
	}
	s.nextEntry("offered", event{Seat: 2, Offer: offerDraw})
	s.nextEntry("declined", event{Seat: 1, Offer: offerDraw})
	if strings.Contains(s.text(), "refused") {
		t.Errorf("tells the user what they did:\n%s", s.text())
	}
}

func TestResigningIsAskedFirst(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("/resign\n")
	s.expectText("Do you give up the game? (y/n) ")
	s.typeKeys("n")
	s.expectText("Column 1-7")
	s.typeKeys("/resign\n4\n")
	s.expectSent(command{T: "move", N: 7, Move: "4"}, &refusal{Text: "Column 4 is full."})
	if len(s.link.sent) > 0 {
		t.Errorf("sent %+v", s.link.sent)
	}
	s.expectText("Column 1-7")
	s.typeKeys("/resign\ny")
	s.expectSent(command{T: "resign", N: 7}, nil)
}

// backAndForth moves one disc of each player away and back, so that the position occurs again
// after four turns.
const backAndForth = "M1-2 M9-8 M2-1 M8-9"

func TestRepetitionsOfForce3(t *testing.T) {
	before := strings.Fields("P1 P9")
	for round, want := range []int{1, 2, 3} {
		moves := append(before, strings.Fields(strings.Repeat(backAndForth+" ", round))...)
		if got := (force3{}).repetitions(1, moves); got != want {
			t.Errorf("after %d rounds: %d", round, got)
		}
	}
	// A slide bans its way back for one turn: the same board is then not the same position.
	if got := (force3{}).repetitions(1, strings.Fields("P1 P9 S4 M9-8 S5 M8-9 M1-2 S4 M2-1")); got != 1 {
		t.Errorf("board with another ban: %d", got)
	}
	s := newScreen(t, config{}).showLog("max", force3Log("P1 P9 "+backAndForth, nil))
	s.expectText("This position has occurred 2 times. The third time is a")
}

// force3Log is the log of a game of Force 3 between Ana and Zoé.
func force3Log(moves string, end *ending) []entry {
	return gameLog("force3", moves, end)
}

// gameLog is the log of a game between Ana and Zoé; its last move has the end.
func gameLog(variant, moves string, end *ending) []entry {
	log := []entry{{N: 1, Type: "created", By: ana, Data: event{
		Variant: variant, First: 1, Players: [2]player{{ID: ana, Name: "Ana"}, {ID: zoe, Name: "Zoé"}},
	}}}
	fields := strings.Fields(moves)
	for i, move := range fields {
		d := event{Seat: seat(i%2 + 1), Move: move}
		if i == len(fields)-1 {
			d.End = end
		}
		log = append(log, entry{N: uint64(i + 2), Type: "moved", Data: d})
	}
	return log
}

func TestDrawsSayWhy(t *testing.T) {
	draw := &ending{Reason: "draw"}
	for _, c := range []struct {
		variant, moves string
		end            *ending
		want           texts.Text
	}{
		{"tictactoe", "a1 b1 c1 a2 c2 b2 a3 c3 b3", draw, texts.DrawFull},
		{"force3", "P1 P9 " + backAndForth + " " + backAndForth, draw, texts.DrawRepeated},
		{"force3", "P1 P9" + strings.Repeat(" S4 S7 S8 S5", 50), draw, texts.DrawTooLong},
		{"force3", "P1 P4 P2 P5", draw, texts.DrawBothLines},
		{"force3", "P1 P4", &ending{Reason: "agreed"}, texts.DrawAgreed},
		{"chess", "e4 e5", draw, texts.Draw},
	} {
		for l := range texts.Codes {
			lang := texts.Lang(l)
			s := newScreen(t, config{lang: lang}).showLog("max", gameLog(c.variant, c.moves, c.end))
			if got := s.m.statusLine(); got != lang.Say(c.want) {
				t.Errorf("%s %s: %q, want %q", c.variant, c.moves, got, lang.Say(c.want))
			}
		}
	}
}
