package main

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
)

// menuUser is the full-screen menu under test, with a user who presses keys.
type menuUser struct {
	t *testing.T
	s menuScreen
}

func newMenuUser(t *testing.T, cfg config) *menuUser {
	if cfg.create.Variant == "" {
		cfg.create.Variant = "connect4"
	}
	cfg.hub, cfg.pace = "http://localhost:8080", 800*time.Millisecond
	return &menuUser{t, menuScreen{menu: newMenu(cfg), window: window{width: 80, height: 24, glyphs: boxGlyphs}}}
}

// press presses keys by their names. A word after "text:" is typed.
func (u *menuUser) press(keys ...string) *menuUser {
	u.t.Helper()
	codes := map[string]rune{"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace}
	for _, key := range keys {
		var msg tea.Msg = tea.KeyPressMsg{Code: codes[key]}
		if text, typed := strings.CutPrefix(key, "text:"); typed {
			msg = tea.PasteMsg{Content: text}
		} else if codes[key] == 0 {
			msg = tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
		}
		next, _ := u.s.Update(msg)
		u.s = next.(menuScreen)
	}
	return u
}

func (u *menuUser) expect(want ...string) *menuUser {
	u.t.Helper()
	screen := ansi.Strip(strings.Join(u.s.lines(), "\n"))
	for _, w := range want {
		if !strings.Contains(screen, w) {
			u.t.Errorf("the menu lacks %q:\n%s", w, screen)
		}
	}
	return u
}

// chosen returns the configuration that the user has chosen.
func (u *menuUser) chosen() config {
	u.t.Helper()
	if !u.s.done || u.s.chosen == nil {
		u.t.Fatalf("nothing is chosen:\n%s", ansi.Strip(strings.Join(u.s.lines(), "\n")))
	}
	return *u.s.chosen
}

func TestMenuKeys(t *testing.T) {
	u := newMenuUser(t, config{})
	u.expect("▸ 1  Game: Connect Four, 7x6, 4 in a row", "0  Quit", "Arrows choose")
	u.press("enter").expect("▸ 1  Game: Connect Four", "2  Columns: 7")
	u.press("down", "right", "down", "left", "left").expect("Columns: 8", "▸ 3  Rows: 4")
	u.press("left").expect("Rows: 15").press("right").expect("Rows: 4") // the values go round
	u.press("up", "up", "right").expect("Game: Tic-tac-toe").press("left").expect("Columns: 8")
	u.press("esc").expect("Game: Connect Four, 8x4, 4 in a row")
	u.press("2").expect("Play against the AI", "▸ 1  Start", "Level: normal")
	u.press("down", "right", "5").expect("Level: difficult", "Advice: for X")
	u.press("7", "text:Zoé", "backspace", "text:é!", "enter").expect("Your name: Zoé!")
	cfg := u.press("1").chosen()
	if s := cfg.create; s.Variant != "connect4:8x4:4" || s.Opponent != "ai:difficult" || s.Name != "Zoé!" || s.Advice != "1" {
		t.Errorf("settings %+v", s)
	}
}

func TestMenuChoices(t *testing.T) {
	two := newMenuUser(t, config{}).press("3", "3", "1").chosen() // advice for X
	if s := two.create; two.mode != modeDuo || s.Opponent != "self" || s.Advice != "1" || s.Starter != "alternate" {
		t.Errorf("two players: %+v", s)
	}
	watch := newMenuUser(t, config{}).press("4", "down", "left", "1").chosen()
	if s := watch.create; s.Levels != [2]string{"easy", "strong"} || s.Pace != 800 || s.Advice != "none" {
		t.Errorf("AI against AI: %+v", s)
	}
	join := newMenuUser(t, config{}).press("7", "text:https://example.org/r/abc", "enter").chosen()
	if join.mode != modeRoom || join.origin.Host != "example.org" || join.room != "abc" {
		t.Errorf("join: %+v", join)
	}
	file := newMenuUser(t, config{}).press("5", "text:games.txt", "enter").chosen()
	if file.mode != modeReplay || file.file != "games.txt" {
		t.Errorf("replay: %+v", file)
	}
	if s := newMenuUser(t, config{levels: "perfect"}).press("2").expect("Level: perfect").press("1").chosen().create; s.Opponent != "ai:perfect" {
		t.Errorf("against the AI: %+v", s)
	}
	newMenuUser(t, config{levels: "hardest,facile"}).press("4").expect("Level of O: easy").press("1").expect("there is no level hardest")
	for _, keys := range [][]string{{"esc"}, {"q"}, {"0"}, {"up", "enter"}, {"2", "esc", "esc"}} {
		if u := newMenuUser(t, config{}).press(keys...); !u.s.done || u.s.chosen != nil {
			t.Errorf("%v does not quit", keys)
		}
	}
	newMenuUser(t, config{lang: texts.French}).press("6").expect("Puissance 4, 7x6, 4 à aligner", "Votre jeton tombe", "0  Retour")
	newMenuUser(t, config{create: wire.NewRoom{Variant: "connect4:9x7:5"}}).expect("9x7, 5 in a row")
}

// The text of a custom level is checked at once, may be mended, and stays one of the levels.
func TestMenuOwnLevel(t *testing.T) {
	for _, l := range []texts.Lang{texts.English, texts.French} {
		wrong := [...]string{"The setting depth is a whole number from 1 to 9", "Le réglage depth est un nombre entier de 1 à 9"}[l]
		asked := [...]string{"Its settings, such as depth=4,", "Ses réglages, par exemple depth=4,"}[l]
		u := newMenuUser(t, config{lang: l}).press("2", "3").expect(asked)
		u.press("text:depth=9", "text:9", "enter").expect(wrong, "depth=99")
		u.press("backspace", "text:,name=Ada", "enter").expect([...]string{`Level: "Ada"`, "Niveau\u00a0: «\u00a0Ada\u00a0»"}[l], "depth=9,name=Ada")
		u.press("up", "right", "left") // to the first of the eight, and back
		if s := u.press("1").chosen().create; s.Opponent != "ai:custom:depth=9,name=Ada" {
			t.Errorf("settings %+v", s)
		}
	}
	watch := newMenuUser(t, config{}).press("4", "3", "text:custom:depth=2", "enter", "5", "text:depth=3,centre=4", "enter", "1").chosen()
	if s := watch.create; s.Levels != [2]string{"custom:depth=2", "custom:depth=3,centre=4"} {
		t.Errorf("settings %+v", s)
	}
	long := newMenuUser(t, config{}).press("2", "3", "text:depth=4,open3=100,open2=10,open1=1,their3=100,their2=10,name=long enough")
	for range 2 {
		for _, line := range strings.Split(long.s.View().Content, "\n") {
			if lipgloss.Width(line) > 80 {
				t.Errorf("wider than the screen: %s", line)
			}
		}
		long.press("enter").expect(`Level: "long enough"`)
	}
}

// After an invalid link the menu stays, with the error.
func TestMenuSaysWhatWentWrong(t *testing.T) {
	u := newMenuUser(t, config{}).press("7", "text:example.org", "enter")
	u.expect("example.org", "Play against the AI")
	if u.s.done {
		t.Fatal("example.org is a link")
	}
}
