package main

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

const clockGame = "a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls"

// The advised player and spectators see advice, as they do on the page.
func TestAdviceIsHiddenFromTheOtherPlayer(t *testing.T) {
	for who, want := range map[room.PlayerID]bool{zoe: true, ana: false, "max": true} {
		s := newScreen(t, config{}).showLog(who, exampleLog(t, clockGame)[:5])
		if got := strings.Contains(s.text(), "Advice: 4."); got != want {
			t.Errorf("%s: advice is shown: %v, want %v\n%s", who, got, want, s.text())
		}
	}
}

// nextEntry reports one more entry.
func (s *screen) nextEntry(ev room.Event) {
	s.t.Helper()
	s.report(entriesReceived{sealed(s.t, s.m.room.N+1, "", ev)})
	if s.m.fatal != "" {
		s.t.Fatal(s.m.fatal)
	}
}

// sealed returns entry n of a log.
func sealed(t *testing.T, n uint64, by room.PlayerID, ev room.Event) room.Entry {
	t.Helper()
	e, err := room.Seal("", n, time.UnixMilli(firstEntry), by, "", ev)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestRefusedOffersAreShown(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.nextEntry(room.Offered{Seat: 1, What: room.OfferDraw})
	s.nextEntry(room.Declined{Seat: 2, What: room.OfferDraw})
	s.expectText("Zoé has refused your draw offer.")
	s.nextEntry(room.Offered{Seat: 1, What: room.OfferTakeback})
	s.expectText("You have asked to take your move back.")
	s.nextEntry(room.Declined{Seat: 2, What: room.OfferTakeback})
	s.expectText("Zoé does not let you take your move back.")
	s.nextEntry(room.Offered{Seat: 2, What: room.OfferDraw})
	s.nextEntry(room.Declined{Seat: 2, What: room.OfferDraw})
	s.expectText("Zoé has withdrawn the offer.")
	s.nextEntry(room.Moved{Seat: 1, Move: "1"})
	if strings.Contains(s.text(), "withdrawn") {
		t.Errorf("still shown after the next move:\n%s", s.text())
	}
	s.nextEntry(room.Offered{Seat: 2, What: room.OfferDraw})
	s.nextEntry(room.Declined{Seat: 1, What: room.OfferDraw})
	if strings.Contains(s.text(), "refused") {
		t.Errorf("tells the user what they did:\n%s", s.text())
	}
}

// After seatmoved, the old device only watches.
func TestAnotherDeviceIsShown(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, "player 1 continues on another device; a second link is not used")[:3])
	if got := s.m.remarks(); got != "Ana plays on another device now." || s.m.isPlayer() {
		t.Errorf("the old device shows %q", got)
	}
}

func TestTheNextGameIsShown(t *testing.T) {
	entries := exampleLog(t, "two friends wait for the next game, one no longer; the loser lets the other one play")
	s := newScreen(t, config{}).showLog(ana, entries[:4])
	s.expectText("Next game: Cleo, someone.")
	for _, e := range entries[4:7] {
		s.nextEntry(e.Event)
	}
	s.expectText("Ben lets the next one play. Next game: Cleo.")
	s.nextEntry(entries[7].Event)
	s.expectText("Next game: Ben.")
}

func TestResigningIsAskedFirst(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("/resign\n")
	s.expectText("Do you give up the game? (y/n) ")
	s.typeKeys("n")
	s.expectText("Column 1-7")
	s.typeKeys("/resign\n4\n")
	s.expectSent(command{T: "move", N: 7, Move: "4"}, &wire.Failure{Text: "Column 4 is full."})
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
	s := newScreen(t, config{}).showLog("max", gameLog(t, "force3", "P1 P9 "+backAndForth, nil))
	s.expectText("This position has occurred 2 times. The third time is a")
}

// gameLog is the log of a game between Ana and Zoé; its last move has the end.
func gameLog(t *testing.T, variant, moves string, end *room.Ending) []room.Entry {
	t.Helper()
	log := []room.Entry{sealed(t, 1, ana, room.Created{
		Variant: variant, First: 1, Players: [2]room.Player{{ID: ana, Name: "Ana"}, {ID: zoe, Name: "Zoé"}},
	})}
	fields := strings.Fields(moves)
	for i, move := range fields {
		ev := room.Moved{Seat: room.MoverAt(1, i), Move: move}
		if i == len(fields)-1 {
			ev.End = end
		}
		log = append(log, sealed(t, uint64(i+2), "", ev))
	}
	return log
}

// drawnForce3 returns the moves of a drawn game of Force 3 whose last position is ok.
func drawnForce3(ok func(rules.Position) bool) string {
	g, _ := rules.Parse("force3")
	rng := rand.New(rand.NewPCG(1, 2))
	for {
		p := g.Start()
		var moves []string
		for stuck := false; !stuck; {
			stuck = true
			legal := p.Moves(nil)
			rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
			for _, move := range legal {
				text := p.FormatMove(move)
				p.Play(move)
				if p.Outcome() == rules.Drawn && ok(p) {
					return strings.Join(append(moves, text), " ")
				}
				if p.Outcome().Over() {
					p.Undo()
					continue
				}
				moves, stuck = append(moves, text), false
				break
			}
		}
	}
}

func TestDrawsSayWhy(t *testing.T) {
	draw := &room.Ending{Reason: "draw"}
	for _, c := range []struct {
		variant, moves string
		end            *room.Ending
		want           texts.Text
	}{
		{"tictactoe", "a1 b1 c1 a2 c2 b2 a3 c3 b3", draw, texts.DrawFull},
		{"force3", "P1 P9 " + backAndForth + " " + backAndForth, draw, texts.DrawRepeated},
		{"force3", drawnForce3(func(p rules.Position) bool { return p.Ply() == rules.Force3MaxPlies }), draw, texts.DrawTooLong},
		{"force3", drawnForce3(func(p rules.Position) bool { return p.Line() != nil }), draw, texts.DrawBothLines},
		{"force3", "P1 P4", &room.Ending{Reason: "agreed"}, texts.DrawAgreed},
	} {
		for l := range names.Codes {
			lang := texts.Lang(l)
			s := newScreen(t, config{lang: lang}).showLog("max", gameLog(t, c.variant, c.moves, c.end))
			if got := s.m.statusLine(); got != lang.Say(c.want) {
				t.Errorf("%s %s: %q, want %q", c.variant, c.moves, got, lang.Say(c.want))
			}
		}
	}
}
