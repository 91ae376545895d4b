package room_test

import (
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

func TestOwnerShutsSpectatorsOut(t *testing.T) {
	b := newTable(t, room.Create{NoSpectators: true})
	if s := b.state(); !s.Admits("eve") || !s.Admits("") {
		t.Error("before both seats are held, a stranger is not admitted")
	}
	b.must("bob", room.Sit{})
	wantAdmitted := func(id room.PlayerID, want bool) {
		t.Helper()
		if s := b.state(); s.Admits(id) != want {
			t.Errorf("%q is admitted: %v, want %v", id, !want, want)
		}
	}
	for _, id := range []room.PlayerID{"eve", ""} {
		wantAdmitted(id, false)
	}
	for _, id := range []room.PlayerID{"ana", "bob"} {
		wantAdmitted(id, true)
	}
	b.refused(room.ErrNotOwner, "bob", room.Admit{Spectators: true})
	b.refused(room.ErrNotOwner, "eve", room.Admit{Spectators: true})
	b.must("ana", room.Admit{Spectators: true})
	b.wantLast(room.Admitted{Spectators: true})
	wantAdmitted("eve", true)
	b.must("ana", room.Resign{})
	b.must("ana", room.Admit{})
	wantAdmitted("eve", false)

	token := strings.Repeat("t", 22)
	b.must("bob", room.Handover{Token: token})
	if s := b.state(); !s.AdmitsToken(token, b.now) || s.AdmitsToken(token+"x", b.now) || s.AdmitsToken(token, b.now.Add(room.SeatLinkLife)) {
		t.Error("the right token is not admitted, or a wrong or expired token is")
	}
	b.must("phone", room.Take{Token: token})
	wantAdmitted("phone", true)
	wantAdmitted("bob", false)
}

func TestOwnerOfAIAgainstAIIsAdmitted(t *testing.T) {
	b := newTable(t, twoAIs)
	b.must("ana", room.Admit{})
	if s := b.state(); !s.Admits("ana") || s.Admits("eve") || s.Admits("") {
		t.Error("the owner is not admitted, or a stranger is")
	}
}

func TestShuttingOutIsAlwaysAllowed(t *testing.T) {
	b := newGame(t, room.Create{})
	for i := range 100 {
		b.must("ana", room.Admit{Spectators: i%2 == 0})
	}
	b.refused(room.ErrTooOften, "ana", room.Admit{Spectators: true})
	b.refused(room.ErrTooOften, "ana", room.Admit{}) // spectators are shut out already
	b.must("ana", room.Resign{})
	b.must("bob", room.PlayAgain{})
	b.must("ana", room.PlayAgain{})
	for range 50 {
		b.must("ana", room.Admit{Spectators: true})
		b.must("ana", room.Admit{})
	}
	b.refused(room.ErrTooOften, "ana", room.Admit{Spectators: true})
}
