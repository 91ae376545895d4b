package redisdb

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestShardsAreSettledAtTheFirstStart(t *testing.T) {
	server := redistest.New(t)
	closeDB(t, open(t, server.URL()+"?shards=3"))

	db := open(t, server.URL()) // takes the number that is stored
	defer closeDB(t, db)
	if n := len(db.Shards()); n != 3 {
		t.Errorf("%d shards, want 3", n)
	}
	closeDB(t, open(t, server.URL()+"?shards=3"))
	if _, err := Open(t.Context(), server.URL()+"?shards=4"); err == nil || !strings.Contains(err.Error(), "3 shards") {
		t.Errorf("Open with shards=4 in the address: got error %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name, sentence string
		setting        []string
	}{
		{"Evicting", "noeviction", []string{"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"}},
		{"Newer", "format", []string{"HMSET", "quatre:meta", "format", "99", "shards", "16"}},
		{"Damaged", "shards", []string{"HMSET", "quatre:meta", "format", format, "shards", "many"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := redistest.New(t)
			do(t, server, c.setting...)
			wantSentence(t, server, c.sentence)
		})
	}
}

// Open's error says whether another attempt may help. It does not help if Redis refuses the user,
// or if the certificate of Redis is not trusted.
func TestOpenSaysWhetherToTryAgain(t *testing.T) {
	server := redistest.New(t, "--user", "reader", "on", ">right", "~*", "&*", "+@read", "+info")
	do(t, server, "CONFIG", "SET", "requirepass", "right")
	stranger := httptest.NewTLSServer(nil) // its certificate is self-signed
	defer stranger.Close()
	for _, c := range []struct {
		url, want string
		again     bool
	}{
		{"redis://" + redistest.FreeAddr(t), "connection refused", true},
		{"redis://:wrong@" + server.Addr, "WRONGPASS", false},
		{server.URL(), "NOAUTH", false},
		{"redis://reader:right@" + server.Addr, "NOPERM", false},
		{"rediss://" + stranger.Listener.Addr().String(), "the certificate of Redis is not trusted", false},
	} {
		s, err := Open(t.Context(), c.url)
		if err == nil {
			closeDB(t, s)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, storage.ErrUnavailable) != c.again {
			t.Errorf("%s: got error %v, want %q; want ErrUnavailable: %v", c.url, err, c.want, c.again)
		}
	}
}

// wantSentence fails the test unless Open fails with an error that contains sentence.
func wantSentence(t *testing.T, server *redistest.Server, sentence string, opts ...Option) {
	t.Helper()
	s, err := Open(t.Context(), server.URL(), opts...)
	if err == nil {
		closeDB(t, s)
	}
	if err == nil || !strings.Contains(err.Error(), sentence) {
		t.Fatalf("got error %v, want one about %q", err, sentence)
	}
}
