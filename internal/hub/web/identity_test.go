package web

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
)

// A secret that is logged by mistake does not show in the log.
func TestSecretIsNotFormatted(t *testing.T) {
	s := secret{"not-to-be-seen"}
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%v %+v %s", s, s, s), fmt.Sprint([]any{s, []secret{s}})} {
		if strings.Contains(text, s.value) {
			t.Errorf("it is formatted as %s", text)
		}
	}
}

// FuzzIdentify: a secret has a valid length, the header wins over the cookie, and neither the
// player ID nor the text shows the secret.
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
				t.Fatal("a secret that is none")
			}
			return
		}
		if n := len(s.value); n < minSecretLength || n > maxSecretLength {
			t.Fatalf("a secret of %d bytes", n)
		}
		if strings.HasPrefix(authorization, "Bearer ") && s.value != authorization[len("Bearer "):] {
			t.Fatal("the cookie came before the header")
		}
		if again, _ := identify(req); again != s || again.player() != s.player() {
			t.Fatal("identified again it is another player")
		}
		if len(s.player()) != 22 || strings.Contains(s.String(), s.value) || strings.Contains(string(s.player()), s.value) {
			t.Fatalf("%q is shown as %q", s.value, s.player())
		}
		if !s.room("c").Valid() {
			t.Fatalf("its room is %q", s.room("c"))
		}
	})
}
