package wire

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Failure is the answer to a request or command that the hub did not carry out.
type Failure struct {
	Code  string `json:"code"` // for programs
	Text  string `json:"text"` // for people
	Retry bool   `json:"retry"`

	// Place is where the request is in a queue, from 1; 0: in none. The client keeps the place if it
	// asks again soon.
	Place int `json:"place,omitempty"`

	// Status is of the HTTP answer. It is a number here, because the module that plays in the page
	// contains this package, and would be twice as large with net/http.
	Status int `json:"-"`
}

// Error implements error, so that a function can return a Failure.
func (f Failure) Error() string { return f.Text }

// The failures of the hub. Package room has the refusals of rooms.
var (
	FailMalformed  = permanent(400, "malformed", "That is not a message of this protocol.")
	FailBadRequest = permanent(400, "bad_request", "The request is not what docs/api/openapi.yaml describes.")
	FailWatching   = Failure{
		Code: room.ErrNotSeated.Code, Text: "This connection only watches. Open one without watch=1 to play.", Status: 403,
	}
	FailBadSecret    = permanent(401, "bad_secret", "A secret has 22 to 128 characters, after \"Authorization: Bearer\".")
	FailHandshake    = permanent(426, "handshake", "This address is for websockets (RFC 6455, version 13).")
	FailCrossOrigin  = permanent(403, "cross_origin", "Another site's page may not do this.")
	FailNoRoom       = permanent(404, "unknown_room", "There is no such room, or no longer.")
	FailNoSpectators = permanent(403, "no_spectators",
		"Only the players see this room: its owner has shut spectators out.")
	FailThoughts = permanent(403, "thoughts_hidden", "The AI's thoughts in this game are shown when it is over.")
	FailNoGame   = permanent(404, "unknown_game", "There is no such finished game.")
	FailNoPath   = permanent(404, "unknown_path", "There is nothing under this address.")
	FailBadZone  = permanent(400, "bad_zone", "There is no such time zone.")
	FailTooLarge = permanent(413, "too_large",
		"A file of games has at most 4 MB, and 1,000 games. Split it: in the text form between any two games.")
	// An answer with FailBadImport has a Text that says what is wrong with the file.
	FailBadImport = permanent(422, "bad_import", "")
	FailTooMany   = temporary(429, "too_many",
		"That is more analysis than one player may ask for at a time. Try again in a moment.")
	FailNoWorker = temporary(503, "no_worker", "No AI worker is free to analyse it. Try again in a moment.")
	FailCrowded  = temporary(503, "crowded", "Too many positions wait to be analysed. Try again in a moment.")
	FailNoInside = permanent(404, "no_inside", "This hub does not show its search: its operator has set -inside 0.")
	FailNoPuzzle = permanent(404, "no_puzzle", "That day has not begun: days begin at midnight in UTC.")
	FailTooFast  = temporary(429, "too_fast", "Too many requests. Try again shortly.")
	FailSockets  = temporary(429, "too_many_sockets",
		"Too many connections are open from you or your network. Close some.")
	FailHubFull = temporary(503, "hub_full", "This hub is full. Try again later.")
	FailSpent   = temporary(429, "budget_spent",
		"Your network has stored as much as it may for now. Games in progress go on. Try again later.")
	FailStoreFull   = temporary(503, "store_full", "The store is almost full. Games in progress go on. Try again later.")
	FailBodyTooLong = permanent(413, "body_too_large", "The request is larger than docs/api/openapi.yaml allows.")
	FailStoreAway   = temporary(503, "store_away", "The store does not answer. Nothing is lost: try again.")
	FailRewound     = permanent(409, "ahead", "You have seen more than the room holds: reload it.")
	FailTooNew      = temporary(503, "hub_too_old", "This hub is too old for the room. Another one may serve it: try again.")
	FailClock       = temporary(503, "clock_wrong",
		"The clock of this hub's machine is wrong. Another hub may serve you: try again.")
	FailInternal = temporary(500, "internal", "Internal error; it has been logged.")
)

// Failures lists all failures of the hub.
var Failures []Failure

// permanent returns a failure of requests that would fail again.
func permanent(status int, code, text string) Failure {
	f := Failure{Code: code, Text: text, Status: status}
	Failures = append(Failures, f)
	return f
}

// temporary returns a failure of requests that may succeed if they are repeated.
func temporary(status int, code, text string) Failure {
	f := Failure{Code: code, Text: text, Retry: true, Status: status}
	Failures = append(Failures, f)
	return f
}

// Later is the failure of a request that may succeed if the client repeats it after Wait.
type Later struct {
	Failure
	Wait time.Duration
}

// Unwrap returns the failure.
func (l *Later) Unwrap() error { return l.Failure }

// ErrDraining says that the hub is about to end and accepts nothing new.
var ErrDraining = errors.New("hub: shutting down")

// FailureOf returns the failure that a client gets for err. For an error that is not in the
// table it returns FailInternal and false, and the caller must log the error.
func FailureOf(err error) (f Failure, known bool) {
	var refusal *room.Refusal
	switch {
	case errors.As(err, &f):
		return f, true
	case errors.As(err, &refusal):
		f := Failure{Code: refusal.Code, Text: refusal.Text, Retry: refusal == room.ErrBusy, Status: 400}
		if refusal == room.ErrNoRoom {
			f.Status = 404
		}
		return f, true
	case storage.IsAway(err), errors.Is(err, ErrDraining), errors.Is(err, context.Canceled):
		return FailStoreAway, true
	case errors.Is(err, storage.ErrNotFound):
		return FailNoRoom, true
	case errors.Is(err, play.ErrRewound):
		return FailRewound, true
	case errors.Is(err, room.ErrTooNew):
		return FailTooNew, true
	default:
		return FailInternal, false
	}
}
