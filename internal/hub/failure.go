package hub

import (
	"context"
	"errors"
	"net/http"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// failure is what a client is told when something was not done.
type failure struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Retry bool   `json:"retry"`

	status int // of HTTP
}

// The failures that are the hub's own.
var (
	failMalformed   = failure{"malformed", "That is not a message of this protocol.", false, http.StatusBadRequest}
	failBadRequest  = failure{"bad_request", "The request is not what docs/openapi.yaml describes.", false, http.StatusBadRequest}
	failCrossOrigin = failure{"cross_origin", "Another site's page may not do this.", false, http.StatusForbidden}
	failNoRoom      = failure{"unknown_room", "There is no such room, or no longer.", false, http.StatusNotFound}
	failNoGame      = failure{"unknown_game", "There is no such finished game.", false, http.StatusNotFound}
	failNoPath      = failure{"unknown_path", "There is nothing under this address.", false, http.StatusNotFound}
	failBadZone     = failure{"bad_zone", "There is no such time zone.", false, http.StatusBadRequest}
	failTooLarge    = failure{"too_large", "A file of games has at most 4 MB, and 1,000 games. Split it: in the text form between any two games.", false, http.StatusRequestEntityTooLarge}
	failBadImport   = failure{"bad_import", "", false, http.StatusUnprocessableEntity} // the file has the sentence
	failTooMany     = failure{"too_many", "That is more analysis than one player may ask for at a time. Try again in a moment.", true, http.StatusTooManyRequests}
	failNoWorker    = failure{"no_worker", "No AI worker is free to analyse it. Try again in a moment.", true, http.StatusServiceUnavailable}
	failCrowded     = failure{"crowded", "Too many positions wait to be analysed. Try again in a moment.", true, http.StatusServiceUnavailable}
	failTooFast     = failure{"too_fast", "That was too much in too short a time. Try again in a moment.", true, http.StatusTooManyRequests}
	failSockets     = failure{"too_many_sockets", "You, or your network, have as many connections open here as one may. Close some.", true, http.StatusTooManyRequests}
	failRooms       = failure{"too_many_rooms", "You have as many rooms open as one may. Close some.", true, http.StatusTooManyRequests}
	failHubFull     = failure{"hub_full", "As many people are here as this hub can serve. Try again later.", true, http.StatusServiceUnavailable}
	failBodyTooLong = failure{"body_too_large", "The request is larger than what docs/openapi.yaml describes can be.", false, http.StatusRequestEntityTooLarge}
	failStoreAway   = failure{"store_away", "The store does not answer. Nothing is lost: try again.", true, http.StatusServiceUnavailable}
	failRewound     = failure{"ahead", "You have seen more than the room holds: reload it.", false, http.StatusConflict}
	failTooNew      = failure{"hub_too_old", "This hub is too old for the room. Another one may serve it: try again.", true, http.StatusServiceUnavailable}
	failInternal    = failure{"internal", "The hub has failed, and its operator can read why.", true, http.StatusInternalServerError}
)

var errDraining = errors.New("hub: shutting down")

// failureOf is the one table from errors to what clients are told. It reports
// false for an error that clients are not told: somebody should look at it.
func failureOf(err error) (failure, bool) {
	var refusal *room.Refusal
	switch {
	case errors.As(err, &refusal):
		f := failure{refusal.Code, refusal.Text, refusal == room.ErrBusy, http.StatusBadRequest}
		if refusal == room.ErrNoRoom {
			f.status = http.StatusNotFound
		}
		return f, true
	case storage.IsAway(err), errors.Is(err, errDraining), errors.Is(err, context.Canceled):
		return failStoreAway, true
	case errors.Is(err, storage.ErrNotFound):
		return failNoRoom, true
	case errors.Is(err, play.ErrRewound):
		return failRewound, true
	case errors.Is(err, room.ErrTooNew):
		return failTooNew, true
	default:
		return failInternal, false
	}
}

// failureOf tells the operator what clients are not told. The caller tells the
// client, which is counted here.
func (h *Hub) failureOf(err error, attrs ...any) failure {
	f := h.explain(err, attrs...)
	h.metrics.refusals.WithLabelValues(f.Code).Inc()
	return f
}

// explain is failureOf for a caller that counts by itself.
func (h *Hub) explain(err error, attrs ...any) failure {
	f, told := failureOf(err)
	if !told {
		h.log.Error("request failed", append(attrs, "error", err)...)
	}
	return f
}
