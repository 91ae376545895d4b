package upgrade

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
)

// TestOneFile opens one file with one version after the other, and plays in its rooms.
func TestOneFile(t *testing.T) {
	store := "file:" + filepath.Join(t.TempDir(), "quatre.db")
	first := startHub(t, earlier, redistest.FreeAddr(t), store, "-workers", "1")
	ana, bob := pair(t, first, first)
	hubtest.PlayOut("43", ana, bob)
	machine := join(t, first, create(t, first, "eve", object{"opponent": "ai:very-easy"}), "eve")
	moveAgainstAI(machine, "1")
	before := [2][]string{fullLog(t, first, ana.Room), fullLog(t, first, machine.Room)}
	first.end()

	second := startHub(t, this, redistest.FreeAddr(t), store, "-workers", "1")
	for i, room := range []string{ana.Room, machine.Room} {
		if after := fullLog(t, second, room); strings.Join(after, "\n") != strings.Join(before[i], "\n") {
			t.Errorf("room %s was\n%s\nand is\n%s", room, strings.Join(before[i], "\n"), strings.Join(after, "\n"))
		}
	}
	for _, c := range []*hubtest.Client{ana, bob, machine} {
		moveTo(t, c, second)
	}
	hubtest.PlayOut("56", ana, bob)
	moveAgainstAI(machine, "7")
	second.end()

	third, serves := tryHub(t, earlier, redistest.FreeAddr(t), store, "-workers", "1")
	if !serves {
		if said := third.log.String(); !strings.Contains(said, "has the format") {
			t.Fatalf("the earlier version does not open the file that this version has written. Its log:\n%s", said)
		}
		t.Log("the file format has changed, and the earlier version refuses the file")
		return
	}
	for _, c := range []*hubtest.Client{ana, bob, machine} {
		moveTo(t, c, third)
	}
	hubtest.PlayOut("71", ana, bob)
	moveAgainstAI(machine, "6")
	third.end()
}
