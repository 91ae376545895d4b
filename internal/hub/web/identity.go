package web

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// A player is somebody who knows a secret. Nobody signs up: the hub gives a browser its
// secret in a cookie that scripts cannot read, and a program brings a secret of its own in a
// header. Others know a player by a hash of the secret.

const (
	cookieName = "quatre"

	// tlsCookieName is the name of the cookie over TLS. Browsers accept a cookie with this
	// prefix only over TLS and from the host itself. So neither a neighbouring domain nor
	// somebody on the network can set it (RFC 6265bis, section 4.1.3.2).
	tlsCookieName = "__Host-quatre"

	cookieLife = 400 * 24 * time.Hour // browsers keep no cookie longer

	minSecretLength = 22 // 128 bits in base64
	maxSecretLength = 128
	playerIDBytes   = 16
)

// secret identifies a player. Only the player and the hubs know it. Its String method keeps it
// out of logs.
type secret struct{ value string }

func (secret) String() string { return "secret" }

// player returns the player ID: a hash of 128 bits, so that nobody can compute the secret, or
// another secret with the same ID.
func (s secret) player() room.PlayerID {
	sum := sha256.Sum256([]byte("quatre player\n" + s.value))
	return room.PlayerID(base64.RawURLEncoding.EncodeToString(sum[:playerIDBytes]))
}

// People read room links aloud and type them, so no two characters of the alphabet look alike.
const (
	roomAlphabet = "abcdefghijkmnpqrstuvwxyz23456789"
	roomIDLength = 12 // 60 bits, too many to guess: the link is the invitation
)

// room returns the ID of the room that the player creates with a command. command is the ID of
// that command. The same command, sent again through any hub, leads to the same room.
func (s secret) room(command string) room.ID {
	sum := sha256.Sum256([]byte("quatre room\n" + s.value + "\n" + command))
	id := make([]byte, roomIDLength)
	for i := range id {
		id[i] = roomAlphabet[int(sum[i])%len(roomAlphabet)]
	}
	return room.ID(id)
}

// identify returns the secret of a request. It returns false if the request has no valid secret.
func identify(r *http.Request) (secret, bool) {
	value, isBearer := bearerOf(r)
	if !isBearer {
		c, err := r.Cookie(cookieOf(r))
		if err != nil {
			return secret{}, false
		}
		value = c.Value
	}
	if !isSecret(value) {
		return secret{}, false
	}
	return secret{value}, true
}

// cookieOf returns the name of the cookie that holds the secret of a request.
func cookieOf(r *http.Request) string {
	if isTLS(r) {
		return tlsCookieName
	}
	return cookieName
}

// bearerOf returns the bearer token of a request, with which programs identify themselves.
// The scheme is case-insensitive (RFC 9110, section 11.1). Other schemes are for proxies, and
// bearerOf ignores them.
func bearerOf(r *http.Request) (value string, ok bool) {
	scheme, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return value, strings.EqualFold(scheme, "Bearer")
}

func isSecret(value string) bool {
	return len(value) >= minSecretLength && len(value) <= maxSecretLength
}

// refuseBadSecrets refuses API requests whose bearer token is malformed. Otherwise a program
// with such a token would be a new player with each request. The function identity replaces
// malformed cookies.
func (s *Server) refuseBadSecrets(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if value, isBearer := bearerOf(r); isBearer && !isSecret(value) && strings.HasPrefix(r.URL.Path, "/api/") {
			w.Header().Set("WWW-Authenticate", "Bearer")
			s.writeError(w, wire.FailBadSecret)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// callerOf returns the player who sends a request; empty if the request carries no secret.
func callerOf(r *http.Request) room.PlayerID {
	if s, ok := identify(r); ok {
		return s.player()
	}
	return ""
}

// identity returns the secret of a request. If the request has no secret, identity makes one
// and gives it to the browser in a cookie.
//
// The handler of the page's document calls identity too. Otherwise the first two API requests
// of a new browser, which arrive at the same time, would get two secrets.
func identity(w http.ResponseWriter, r *http.Request) secret {
	if s, ok := identify(r); ok {
		return s
	}
	s := newSecret()
	setCookie(w, r, s.value, cookieLife)
	return s
}

// setCookie gives the browser the cookie for a time. If life is negative, the browser removes it.
func setCookie(w http.ResponseWriter, r *http.Request, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieOf(r), Value: value, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: isTLS(r), SameSite: http.SameSiteLaxMode,
	})
}

// newSecret returns a secret of at least 256 bits.
func newSecret() secret { return secret{rand.Text() + rand.Text()} }

// guest returns a player whose secret nobody knows. It stands for a spectator whom the hub does not
// identify: it neither reads nor sets a cookie, and ignores a bearer token.
func guest() room.PlayerID { return newSecret().player() }
