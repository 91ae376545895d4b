package room_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

func refusesName(t *testing.T, name string, want *room.Refusal) {
	t.Helper()
	b := newTable(t, room.Create{})
	if want != nil {
		b.refused(want, "bob", room.Sit{Name: name})
		return
	}
	b.must("bob", room.Sit{Name: name})
}

// A name in the form in which the page sends it is accepted and stored unchanged. The page's
// tests read the same file.
func TestNamesThatThePageSends(t *testing.T) {
	data, err := os.ReadFile("testdata/names.json")
	if err != nil {
		t.Fatal(err)
	}
	var names []struct{ Typed, Sent string }
	if err := json.Unmarshal(data, &names); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		b := newTable(t, room.Create{Names: [2]string{name.Sent}})
		if got := b.state().Players[0].Name; got != name.Sent {
			t.Errorf("name %+q is stored as %+q", name.Sent, got)
		}
	}
}

func TestInvisibleNames(t *testing.T) {
	for _, name := range []string{
		"\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u200b", "\u2060", "\u00ad", "\u034f", "\u180e", "\U0001D159",
		"\u202eana", "A\u3164na", "a\x00", "\xff", "\U000E0041",
	} {
		refusesName(t, name, room.ErrBadName)
	}
	for typed, stored := range map[string]string{
		"  Ana \u3000 B ": "Ana B", "Zoe\u0301": "Zoé", "Ａｎａ": "Ana", "❤️": "❤", "": "", " \u00a0": "",
	} {
		b := newTable(t, room.Create{Names: [2]string{typed}})
		if got := b.state().Players[0].Name; got != stored {
			t.Errorf("name %+q is stored as %+q", typed, got)
		}
	}
}

func TestStacksOfMarks(t *testing.T) {
	for _, name := range []string{"z\u0337\u0332\u0353", "a" + strings.Repeat("\u0316", 20), "\u0301na", "ana\u20dd\u20de\u20df"} {
		refusesName(t, name, room.ErrBadName)
	}
	for _, name := range []string{"ที่รัก", "Nguyễn", "נִקּוּד", "مُحَمَّد", "हिन्दी", "z\u0337\u0332"} {
		refusesName(t, name, nil)
	}
}

func TestNamesOfOthers(t *testing.T) {
	for _, name := range []string{
		"AI", "IA", "A.I.", "A I", "AI, easy", "AI (perfect)", "AI master", "IA, parfait", "IA 3000", "AI!", "A|",
		"Al easy", "ai perfect", "aI-Strong", "A1 expert", "AIeasy", "Ia, très facile", "Al, difficult!",
		"АІ", "ΑΙ", "ᎪᏆ", "ꓮꓲ", "ＡＩ", "ᴀɪ", "🅰🅸", "🇦🇮", "АI, easy", "Λ I",
		"admin", "Admin", "ADMIN", "administrator", "Administrateur", "TheAdmin", "sysadmin", "admin 2", "a d m i n",
		"adm1n", "Adm!n", "@dmin", "4dmin", "аdmin", "αdmin", "aԁmin", "adrnin", "adмin", "admiп", "ádmin", "ÀDMÍN", "𝐚𝐝𝐦𝐢𝐧", "ⓐⓓⓜⓘⓝ",
	} {
		refusesName(t, name, room.ErrReserved)
	}
	for _, name := range []string{
		"Ana", "Ai", "Aiko", "Al", "Al Pacino", "Ali", "Ian", "Iago", "Aida", "Mia", "Maia", "Ai Sato", "Adam", "Ed Minton",
		"Badminton", "Amina", "Alain", "Al 3000", "Anna!", "Иван", "Аида", "Μαρία", "Hey AI", "!", "|", "1", "4", "🂡",
	} {
		refusesName(t, name, nil)
	}
}

// Rooms of older versions keep their nicknames, and so do imported games.
func TestOldNames(t *testing.T) {
	for _, name := range []string{"\u3164", "AI, easy", "Zoe\u0301", "a\u0316\u0316\u0316\u0316"} {
		m := &memoryLog{}
		m.appendAsNewer(t, room.Created{Variant: "tictactoe", Players: [2]room.Player{{ID: "ana", Name: name}}, First: 1})
		m.appendAsNewer(t, room.Joined{Seat: 2, ID: "bob", Name: name})
		m.appendAsNewer(t, room.Named{Seat: 1, Name: name})
		if err := room.CheckLog(m.entries); err != nil {
			t.Errorf("%+q: %v", name, err)
		}
		b := newTable(t, room.Create{Imported: true, Names: [2]string{name}})
		b.must("bob", room.Sit{Name: name})
		if s := b.state(); s.Players[0].Name != name || s.Players[1].Name != name || !room.ValidName(name) {
			t.Errorf("name %+q is imported as %+v", name, s.Players)
		}
	}
}
