package web

import (
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/limits"
)

// A secret that somebody logs by mistake does not show in the log.
func TestSecretIsNotFormatted(t *testing.T) {
	s := secret{"not-to-be-seen"}
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%v %+v %s", s, s, s), fmt.Sprint([]any{s, []secret{s}})} {
		if strings.Contains(text, s.value) {
			t.Errorf("a formatted secret shows its value: %s", text)
		}
	}
}

// cookies calls identity for a request that sends the cookies sent. It returns the cookies in
// the answer, by name, and the player's secret.
func cookies(t *testing.T, tls bool, sent ...string) (given map[string]string, who secret) {
	t.Helper()
	r := httptest.NewRequest("GET", "/", nil)
	if tls {
		r.Header.Set(limits.ForwardedProto, "https")
	}
	if len(sent) > 0 {
		r.Header.Set("Cookie", strings.Join(sent, "; "))
	}
	w := httptest.NewRecorder()
	who = identity(w, r)
	given = map[string]string{}
	for _, c := range w.Result().Cookies() {
		given[c.Name] = c.Value
		if c.Path != "/" || c.Domain != "" || !c.HttpOnly || c.Secure != tls || c.MaxAge <= 0 {
			t.Errorf("a cookie with wrong attributes: %+v", c)
		}
	}
	return given, who
}

// Over TLS the secret is in a cookie that only this host can set.
func TestCookieOverTLS(t *testing.T) {
	old, tossed := strings.Repeat("o", 43), strings.Repeat("t", 43)
	for _, c := range []struct {
		what  string
		tls   bool
		sent  []string
		given string // the names of the cookies in the answer
		who   string // the secret; empty: a new one
	}{
		{"a new browser", true, nil, "__Host-quatre", ""},
		{"a new browser without TLS", false, nil, "quatre", ""},
		{"a known browser", true, []string{"__Host-quatre=" + old}, "", old},
		{"only a cookie that a neighbouring domain has set", true, []string{"quatre=" + tossed}, "__Host-quatre", ""},
		{"a cookie that a neighbouring domain has set", true, []string{"quatre=" + tossed, "__Host-quatre=" + old}, "", old},
		{"without TLS the prefix means nothing", false, []string{"__Host-quatre=" + tossed, "quatre=" + old}, "", old},
	} {
		given, who := cookies(t, c.tls, c.sent...)
		if got := strings.Join(slices.Sorted(maps.Keys(given)), " "); got != c.given || c.who != "" && who.value != c.who {
			t.Errorf("%s: cookies %q and secret %q, want %q and %q", c.what, got, who.value, c.given, c.who)
		}
		for name, value := range given {
			if value != who.value {
				t.Errorf("%s: the cookie %s has another secret", c.what, name)
			}
		}
	}
}

// FuzzIdentify checks that a secret has a valid length, that the header wins over the cookie,
// and that neither the player ID nor the text of a secret shows its value.
func FuzzIdentify(f *testing.F) {
	f.Add("Bearer "+strings.Repeat("ana", 10), "")
	f.Add("", "quatre="+strings.Repeat("b", 43))
	f.Add("Bearer ", "quatre=x")
	f.Add("bearer "+strings.Repeat("c", 30), "quatre=\""+strings.Repeat("d", 30)+"\"; quatre=second")
	f.Fuzz(func(t *testing.T, authorization, cookie string) {
		req := httptest.NewRequest("GET", "/api/me", nil)
		req.Header["Authorization"], req.Header["Cookie"] = []string{authorization}, []string{cookie}
		s, ok := identify(req)
		if !ok {
			if s != (secret{}) {
				t.Fatal("identify returned a secret and false")
			}
			return
		}
		if n := len(s.value); n < minSecretLength || n > maxSecretLength {
			t.Fatalf("a secret of %d bytes", n)
		}
		if strings.HasPrefix(authorization, "Bearer ") && s.value != authorization[len("Bearer "):] {
			t.Fatal("the cookie won over the header")
		}
		if again, _ := identify(req); again != s || again.player() != s.player() {
			t.Fatal("identify returned another player for the same request")
		}
		if len(s.player()) != 22 || strings.Contains(s.String(), s.value) || strings.Contains(string(s.player()), s.value) {
			t.Fatalf("the secret %q shows in its text %q or its player ID %q", s.value, s, s.player())
		}
		if !s.room("c").Valid() {
			t.Fatalf("the room ID %q is not valid", s.room("c"))
		}
	})
}
