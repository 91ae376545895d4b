package redislog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/logtest"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestPasswordIsWrong gives Redis another password. Every method fails as for a store that
// is away. No method mistakes a script that was never sent for one that returned nothing.
func TestPasswordIsWrong(t *testing.T) {
	server := redistest.New(t, "--user", "quatre", "on", ">one", "~*", "&*", "+@all")
	s := open(t, strings.Replace(server.URL(), "://", "://quatre:one@", 1), redislog.WithJobLease(time.Hour))
	defer closeStore(t, s)
	e, err := room.Seal("", 1, time.Now(), "p", "c", room.Named{Seat: 2, Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"ACL", "SETUSER", "quatre", "resetpass", ">two"}, {"CLIENT", "KILL", "USER", "quatre"}} {
		if reply, err := server.Do(words...); err != nil || strings.HasPrefix(reply, "-") {
			t.Fatalf("%v: %q, %v", words, reply, err)
		}
	}
	if err := s.Append(t.Context(), "a", e, room.Effects{}); !storage.IsAway(err) {
		t.Errorf("Append: %v", err)
	}
	logtest.EveryMethodFails(t, t.Context(), s, storage.ErrUnavailable)
}
