// Package wire is the public protocol of a hub: the frames of the websocket in both
// directions, its close codes, and the failures that clients get. docs/api/asyncapi.yaml and
// docs/api/openapi.yaml describe the protocol.
//
// It promises:
//
//   - No other package encodes or decodes frames.
//   - Decode accepts any bytes. It returns an action of package room, a ping or an error.
//   - Only FailureOf turns errors into failures. Clients do not see the text of an error that
//     is not in its table.
//
// The package uses no socket and no HTTP handler. Package socket carries the frames.
package wire

import (
	"encoding/json"
	"math"
	"time"
)

// Proto is the version of the protocol that this hub speaks. A page that speaks an earlier
// version must reload.
const Proto = 1

// MaxFrameBytes is the maximum length of a frame that the hub sends. Many clients accept no
// longer frames by default.
const MaxFrameBytes = 16 << 10

// Milliseconds converts a client's milliseconds. A number that is negative or too large
// becomes a negative duration, which no command accepts.
func Milliseconds(ms int64) time.Duration {
	if ms < 0 || ms > math.MaxInt64/int64(time.Millisecond) {
		return -1
	}
	return time.Duration(ms) * time.Millisecond
}

// mustMarshal encodes a value of a type of this package. Encoding these types cannot fail.
func mustMarshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// CloseCode says why a websocket was closed.
type CloseCode int

// Close codes of RFC 6455, section 7.4.1, and of its IANA registry.
const (
	CloseNormal         CloseCode = 1000 // a client says goodbye
	CloseGoingAway      CloseCode = 1001
	CloseUnsupported    CloseCode = 1003 // the client sent a binary frame, which this protocol does not have
	CloseNoStatus       CloseCode = 1005 // never sent: the peer gave no code
	CloseAbnormal       CloseCode = 1006 // never sent: the connection ended without a close frame
	ClosePolicy         CloseCode = 1008
	CloseTooBig         CloseCode = 1009
	CloseInternal       CloseCode = 1011
	CloseServiceRestart CloseCode = 1012 // the client should reconnect, to another hub if there is one
	CloseTryAgainLater  CloseCode = 1013
)

// Close codes of this protocol. docs/api/asyncapi.yaml says after which of them a client
// reconnects.
const (
	CloseReplaced  CloseCode = 4001 // the player has opened the seat on a newer connection
	CloseSlow      CloseCode = 4002 // the outbox was full
	CloseMalformed CloseCode = 4003 // too many malformed frames
	CloseNoRoom    CloseCode = 4004 // the room does not exist or was deleted
	CloseTooMany   CloseCode = 4008 // this player or address has too many sockets open
	CloseOutdated  CloseCode = 4009 // the page speaks an earlier protocol
	CloseNotLetIn  CloseCode = 4010 // the owner has shut spectators out
)

// CloseCodes lists the codes that occur in normal use.
var CloseCodes = []CloseCode{
	CloseNormal, CloseGoingAway, CloseUnsupported, CloseNoStatus, CloseAbnormal, ClosePolicy, CloseTooBig,
	CloseInternal, CloseServiceRestart, CloseTryAgainLater,
	CloseReplaced, CloseSlow, CloseMalformed, CloseNoRoom, CloseTooMany, CloseOutdated, CloseNotLetIn,
}

// PanicReason is the reason in close frames with CloseInternal.
const PanicReason = "an error of the hub"
