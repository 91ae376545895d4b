package web

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// A player is somebody who knows a secret. Nobody signs up: the hub gives a browser its
// secret in a cookie that scripts cannot read, and a program brings a secret of its own in a
// header. Others know a player by a hash of the secret.

const (
	cookieName = "quatre"

	// tlsCookieName is the name over TLS. Browsers accept it only from this very host, over
	// TLS, so neither a neighbouring domain nor somebody on the network can set it (RFC
	// 6265bis, section 4.1.3.2).
	tlsCookieName = "__Host-quatre"

	cookieLife = 400 * 24 * time.Hour // the longest that browsers keep one

	secretBytes     = 32
	minSecretLength = 22 // 128 bits in base64
	maxSecretLength = 128
	playerIDBytes   = 16
)

// secret is known to its player and the hub only. Its String method keeps it out of logs.
type secret struct{ value string }

func (secret) String() string { return "secret" }

// player returns the public ID: a hash of 128 bits, so that nobody can find the secret, or
// another one with the same ID.
func (s secret) player() room.PlayerID {
	sum := sha256.Sum256([]byte("quatre player\n" + s.value))
	return room.PlayerID(base64.RawURLEncoding.EncodeToString(sum[:playerIDBytes]))
}

// Room links are read aloud and typed, so no letters and digits look alike.
const (
	roomAlphabet = "abcdefghijkmnpqrstuvwxyz23456789"
	roomIDLength = 12 // 60 bits: not to be guessed, since the link is the invitation
)

// room returns the ID of the room that this player creates with this command. The same
// command sent again leads to the same room, through any hub.
func (s secret) room(command string) room.ID {
	sum := sha256.Sum256([]byte("quatre room\n" + s.value + "\n" + command))
	id := make([]byte, roomIDLength)
	for i := range id {
		id[i] = roomAlphabet[int(sum[i])%len(roomAlphabet)]
	}
	return room.ID(id)
}

// identify returns the secret that a request carries, if it does.
func identify(r *http.Request) (secret, bool) {
	if value, isBearer := bearerOf(r); isBearer {
		return checkSecret(value)
	}
	if isTLS(r) {
		if s, ok := secretIn(r, tlsCookieName); ok {
			return s, true
		}
	}
	return secretIn(r, cookieName)
}

// secretIn returns the secret in a cookie.
func secretIn(r *http.Request, cookie string) (secret, bool) {
	c, err := r.Cookie(cookie)
	if err != nil {
		return secret{}, false
	}
	return checkSecret(c.Value)
}

func checkSecret(value string) (secret, bool) {
	if !isSecret(value) {
		return secret{}, false
	}
	return secret{value}, true
}

// bearerOf returns the secret in the header of a program, and whether there is one. The
// scheme has no case (RFC 9110, section 11.1). Other schemes are for proxies.
func bearerOf(r *http.Request) (value string, ok bool) {
	scheme, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return value, strings.EqualFold(scheme, "Bearer")
}

func isSecret(value string) bool {
	return len(value) >= minSecretLength && len(value) <= maxSecretLength
}

// refuseBadSecrets answers requests whose secret is malformed. Without it a program would be
// a new player with each request. A cookie that is malformed is replaced: see identity.
func (s *Server) refuseBadSecrets(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if value, isBearer := bearerOf(r); isBearer && !isSecret(value) && strings.HasPrefix(r.URL.Path, "/api/") {
			w.Header().Set("WWW-Authenticate", "Bearer")
			s.writeFailure(w, wire.FailBadSecret)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// callerOf returns the player who sends a request; empty if it carries no secret.
func callerOf(r *http.Request) room.PlayerID {
	if s, ok := identify(r); ok {
		return s.player()
	}
	return ""
}

// identity returns the secret of a request. If there is none it makes one and gives it to the
// browser with the answer.
//
// The handler of the page's document calls it too. Otherwise the first two requests of the
// page, which come at the same time, would become two players.
func identity(w http.ResponseWriter, r *http.Request) secret {
	if s, ok := identify(r); ok {
		renewCookie(w, r, s)
		return s
	}
	random := make([]byte, secretBytes)
	_, _ = rand.Read(random) // never fails
	s := secret{base64.RawURLEncoding.EncodeToString(random)}
	setCookie(w, r, cookieName, s)
	if isTLS(r) {
		setCookie(w, r, tlsCookieName, s)
	}
	return s
}

// renewCookie gives a browser that has come over TLS with the cookie of an earlier version
// the same secret under tlsCookieName. The earlier cookie stays, for hubs of that version
// beside this one.
func renewCookie(w http.ResponseWriter, r *http.Request, s secret) {
	if _, isBearer := bearerOf(r); isBearer || !isTLS(r) {
		return
	}
	if _, renewed := secretIn(r, tlsCookieName); !renewed {
		setCookie(w, r, tlsCookieName, s)
	}
}

func setCookie(w http.ResponseWriter, r *http.Request, name string, s secret) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: s.value, Path: "/", MaxAge: int(cookieLife.Seconds()),
		HttpOnly: true, Secure: isTLS(r), SameSite: http.SameSiteLaxMode,
	})
}

// isTLS reports whether the browser speaks TLS, to this hub or to a trusted proxy. Headers of
// other proxies have been removed.
func isTLS(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get(limits.ForwardedProto) == "https"
}
