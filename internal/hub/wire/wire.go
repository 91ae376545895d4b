// Package wire is the public protocol of a hub: the frames of the websocket in both
// directions, its close codes, and the failures that clients get. docs/asyncapi.yaml and
// docs/openapi.yaml describe the protocol.
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
