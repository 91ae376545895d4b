package room_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"

	"github.com/quatre/quatre/internal/room"
)

// refusesName checks that a player who sits down with a name is refused; nil: that the player is not.
func refusesName(t *testing.T, name string, want *room.Refusal) {
	t.Helper()
	var s room.State
	e, err := room.Seal("", 1, start, "ana", "c1", room.Created{Variant: "tictactoe", First: 1, Players: [2]room.Player{{ID: "ana", Colour: "red"}, {Colour: "blue"}}})
	if err == nil {
		err = s.Apply(e)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = room.Decide(&s, room.Command{ID: "c", By: "bob", Seen: 1, Do: room.Sit{Name: name}}, start)
	if refusal, _ := err.(*room.Refusal); refusal != want || err != nil && refusal == nil {
		t.Errorf("%+q is answered with %v, want %v", name, err, want)
	}
}

// nameOf returns the name that a room stores for a player who creates it.
func nameOf(name string) (string, error) {
	do := room.Create{Variant: "tictactoe", Self: true, First: 1, Names: [2]string{name}}
	ev, err := room.Decide(&room.State{}, room.Command{ID: "c", By: "ana", Do: do}, start)
	if err != nil {
		return "", err
	}
	return ev.(room.Created).Players[0].Name, nil
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
		if got, err := nameOf(name.Sent); got != name.Sent || err != nil || !room.ValidName(got) {
			t.Errorf("name %+q is stored as %+q, %v", name.Sent, got, err)
		}
	}
}

// scripts.json accepts a joiner where golang.org/x/text knows that it changes how letters look.
func TestJoinersOfLetters(t *testing.T) {
	for r := rune(0x80); r < 0x20000; r++ {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) || unicode.In(r, unicode.Han, unicode.Hangul) || norm.NFKC.String(string(r)) != string(r) {
			continue
		}
		for _, name := range []string{string(r) + "\u200cب", "ب\u200c" + string(r), "a" + string(r) + "\u200d"} {
			if _, err := precis.Nickname.String(name); (err == nil) != room.ValidName(name) && r != '\U0001E94B' {
				t.Errorf("%+q is valid: %v, PRECIS says %v", name, room.ValidName(name), err)
			}
		}
	}
}

func TestInvisibleNames(t *testing.T) {
	for _, name := range []string{
		"\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u200b", "\u2060", "\u00ad", "\u034f", "\u180e", "\U0001D159",
		"\u202eana", "A\u3164na", "a\x00", "\xff", "\U000E0041", "Zo\ufffd",
	} {
		refusesName(t, name, room.ErrBadName)
	}
	for _, name := range []string{
		"\u200d", "\u200c\u200d", "A\u200cna", "Ana\u200d", "\u200cعلی", "علی\u200c", "علی\u200c رضا", "دارا\u200cیی", "علی\u200c\u200cرضا",
		"علی\u200dرضا", "क\u200dष", "ক\u200d্ষ", "👩\u200d", "\u200d👩", "👩\u200d\u200d🚀", "👩\u200c🚀", "a\u200d👩", "👩\u200da", "1\u200d2", "🇫\u200d🇷", "🏽\u200d🚀",
	} {
		refusesName(t, name, room.ErrBadName)
		if room.ValidName(name) || room.ValidName("Ana "+name) {
			t.Errorf("%+q is valid", name)
		}
	}
	for typed, stored := range map[string]string{
		"  Ana \u3000 B ": "Ana B", "Zoe\u0301": "Zoé", "Ａｎａ": "Ana", "❤️": "❤", "": "", " \u00a0": "",
	} {
		if got, err := nameOf(typed); got != stored || err != nil {
			t.Errorf("name %+q is stored as %+q, %v", typed, got, err)
		}
	}
}

func TestStacksOfMarks(t *testing.T) {
	for _, name := range []string{"z\u0337\u0332\u0353", "a" + strings.Repeat("\u0316", 20), "\u0301na", "ana\u20dd\u20de\u20df", "ก็็็", "သို့့", "सं\u0301\u0301", "क" + strings.Repeat("्\u200d", 4), "👩\u20dd\u20dd\u20dd"} {
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

// FuzzNames checks that an accepted name is accepted again and unchanged, also in a file.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"", " Ana  B ", "علی\u200cرضا", "👩\u200d🚀", "ශ්\u200dරී", "Zoe\u0301\u0332\u0332", "\u2800\U0001D159", "သို့", "❤\ufe0f\u200d🔥", "A\u200dI", "\xff\ufffd"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		stored, err := nameOf(name)
		if err != nil {
			mustRefuse(t, err)
			return
		}
		if again, err := nameOf(stored); err != nil || again != stored || !room.ValidName(stored) {
			t.Errorf("%+q is stored as %+q, and that as %+q, %v", name, stored, again, err)
		}
		if invisible := strings.Trim(stored, "\u200c\u200d "); stored != "" && invisible == "" {
			t.Errorf("%+q is stored as %+q", name, stored)
		}
	})
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
