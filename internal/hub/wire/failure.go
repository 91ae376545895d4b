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

	Status int `json:"-"` // of the HTTP answer
}

// Error implements error, so that a function can return a Failure.
func (f Failure) Error() string { return f.Text }

// The failures of the hub. Package room has the refusals of rooms.
var (
	FailMalformed = Failure{
		"malformed", "That is not a message of this protocol.",
		false, statusBadRequest,
	}
	FailBadRequest = Failure{
		"bad_request", "The request is not what docs/openapi.yaml describes.",
		false, statusBadRequest,
	}
	FailWatching = Failure{
		room.ErrNotSeated.Code, "This connection only watches. Open one without watch=1 to play.",
		false, statusForbidden,
	}
	FailBadSecret = Failure{
		"bad_secret", "A secret has 22 to 128 characters, after \"Authorization: Bearer\".",
		false, statusUnauthorized,
	}
	FailHandshake = Failure{
		"handshake", "This address is for websockets (RFC 6455, version 13).",
		false, statusUpgradeRequired,
	}
	FailCrossOrigin = Failure{
		"cross_origin", "Another site's page may not do this.",
		false, statusForbidden,
	}
	FailNoRoom = Failure{
		"unknown_room", "There is no such room, or no longer.",
		false, statusNotFound,
	}
	FailNoSpectators = Failure{
		"no_spectators", "Only the players see this room: its owner has shut spectators out.",
		false, statusForbidden,
	}
	FailThoughts = Failure{
		"thoughts_hidden", "The AI's thoughts in this game are shown when it is over.",
		false, statusForbidden,
	}
	FailNoGame = Failure{"unknown_game", "There is no such finished game.", false, statusNotFound}
	FailNoPath = Failure{
		"unknown_path", "There is nothing under this address.",
		false, statusNotFound,
	}
	FailBadZone  = Failure{"bad_zone", "There is no such time zone.", false, statusBadRequest}
	FailTooLarge = Failure{
		"too_large", "A file of games has at most 4 MB, and 1,000 games. Split it: in the text form between " +
			"any two games.",
		false, statusRequestEntityTooLarge,
	}
	FailBadImport = Failure{
		"bad_import", "",
		false, statusUnprocessableEntity,
	} // an answer has a Text that says what is wrong with the file
	FailTooMany = Failure{
		"too_many", "That is more analysis than one player may ask for at a time. Try again in a moment.",
		true, statusTooManyRequests,
	}
	FailNoWorker = Failure{
		"no_worker", "No AI worker is free to analyse it. Try again in a moment.",
		true, statusServiceUnavailable,
	}
	FailCrowded = Failure{
		"crowded", "Too many positions wait to be analysed. Try again in a moment.",
		true, statusServiceUnavailable,
	}
	FailNoInside = Failure{
		"no_inside", "This hub does not show its search: its operator has set -inside 0.",
		false, statusNotFound,
	}
	FailNoPuzzle = Failure{
		"no_puzzle", "That day has not begun: days begin at midnight in UTC.",
		false, statusNotFound,
	}
	FailTooFast = Failure{
		"too_fast", "Too many requests. Try again shortly.",
		true, statusTooManyRequests,
	}
	FailSockets = Failure{
		"too_many_sockets", "Too many connections are open from you or your network. Close some.",
		true, statusTooManyRequests,
	}
	FailHubFull = Failure{
		"hub_full", "This hub is full. Try again later.",
		true, statusServiceUnavailable,
	}
	FailSpent = Failure{
		"budget_spent", "Your network has stored as much as it may for now. Games in progress go on. Try again later.",
		true, statusTooManyRequests,
	}
	FailStoreFull = Failure{
		"store_full", "The store is almost full. Games in progress go on. Try again later.",
		true, statusServiceUnavailable,
	}
	FailBodyTooLong = Failure{
		"body_too_large", "The request is larger than docs/openapi.yaml allows.",
		false, statusRequestEntityTooLarge,
	}
	FailStoreAway = Failure{
		"store_away", "The store does not answer. Nothing is lost: try again.",
		true, statusServiceUnavailable,
	}
	FailRewound = Failure{
		"ahead", "You have seen more than the room holds: reload it.",
		false, statusConflict,
	}
	FailTooNew = Failure{
		"hub_too_old", "This hub is too old for the room. Another one may serve it: try again.",
		true, statusServiceUnavailable,
	}
	FailClock = Failure{
		"clock_wrong", "The clock of this hub's machine is wrong. Another hub may serve you: try again.",
		true, statusServiceUnavailable,
	}
	FailInternal = Failure{
		"internal", "Internal error; it has been logged.",
		true, statusInternalServerError,
	}
)

// Failures lists all failures of the hub.
var Failures = []Failure{
	FailMalformed, FailBadRequest, FailBadSecret, FailHandshake, FailCrossOrigin, FailNoRoom, FailNoSpectators, FailThoughts,
	FailNoGame, FailNoPath, FailBadZone, FailTooLarge, FailBadImport, FailTooMany, FailNoWorker, FailCrowded, FailNoInside,
	FailNoPuzzle, FailTooFast, FailSockets, FailHubFull, FailSpent, FailStoreFull, FailBodyTooLong, FailStoreAway,
	FailRewound, FailTooNew, FailClock, FailInternal,
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
		f := Failure{refusal.Code, refusal.Text, refusal == room.ErrBusy, statusBadRequest}
		if refusal == room.ErrNoRoom {
			f.Status = statusNotFound
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
