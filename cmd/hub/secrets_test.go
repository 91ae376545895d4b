package main

import (
	"net/http"
	"net/http/cookiejar"
	neturl "net/url"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
)

// No secret may appear in the log, even at level debug and during an outage:
// neither a player's secret (header or cookie) nor the token of a seat nor the password of
// Redis.
func TestNoSecretsInLog(t *testing.T) {
	const password, token = "pa55-of-redis", "the-token-of-a-seat-0123456789"
	redis := redistest.New(t, "--user", "quatre", "on", ">"+password, "~*", "&*", "+@all")
	url, stop, log := startHub(t, "-store", strings.Replace(redis.URL(), "://", "://quatre:"+password+"@", 1),
		"-workers", "1", "-log-level", "debug", "-log", "json")
	c := &cluster{t: t, hubs: [2]string{url, url}}

	g := c.startGame(t, 0, "ann", backupVariant, "easy", true)
	g.playTurns(1)
	for _, frame := range []string{
		`{"t":"handover","id":"h","n":3,"token":"` + token + `"}`,
		`{"t":"take","id":"t","n":3,"token":"` + token + `"}`, // refused: already seated
		`{"t":"take","id":"u","n":3,"token":"` + token + `",`, // malformed
		`{"t":"take","id":"v","n":3,"token":{"` + token + `":1}}`,
	} {
		if err := g.Conn.Write(t.Context(), []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	ask := func(method, path, body string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := browser.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
	}
	ask("GET", "/api/me", "") // sets the cookie
	ask("POST", "/api/rooms", `{"id":"c","variant":"tictactoe","opponent":"ai:easy"}`)
	ask("POST", "/api/rooms", `{"id":"c"`)
	waitUntil(t, "all frames to be answered", func() bool { return strings.Count(log.String(), `"command refused"`) >= 3 })

	redis.Stop(t)
	ask("GET", "/api/rooms/"+g.Room, "")
	ask("GET", "/readyz", "")
	waitUntil(t, "the outage in the log", func() bool { return strings.Contains(log.String(), "the store does not answer") })
	redis.Restart(t)
	waitUntil(t, "the end of the outage", func() bool { status, _ := get(t, url+"/readyz"); return status == http.StatusOK })
	stop()

	secrets := map[string]string{"password": password, "token": token, "header": hubtest.Secret("ann")}
	site, err := neturl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	cookies := jar.Cookies(site)
	if len(cookies) != 1 {
		t.Fatalf("cookies: %v", cookies)
	}
	secrets["cookie"] = cookies[0].Value
	for what, secret := range secrets {
		if i := strings.Index(log.String(), secret); i >= 0 {
			t.Errorf("the %s is in the log: …%s", what, log.String()[max(0, i-200):i])
		}
	}
	for _, want := range []string{
		`"msg":"serving"`, `"store":"redis://quatre:xxxxx@`, `"msg":"room created"`, `"msg":"socket opened"`, `"msg":"command done"`,
		`"msg":"request refused"`, `"msg":"turn played"`, `"msg":"socket closed"`, `"msg":"stopping"`, `"request":"`, `"player":"`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s", want)
		}
	}
}
