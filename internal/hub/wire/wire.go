// Package wire is the public protocol of a hub: the frames of the websocket in both
// directions, its close codes, and the failures that clients are told. It is described
// in docs/asyncapi.yaml and docs/openapi.yaml.
//
// It promises:
//
//   - No other package encodes or decodes frames.
//   - Decode accepts any bytes. It returns an action of package room, a ping or an error.
//   - FailureOf is the only place that turns errors into what clients are told. An error that
//     is not in the table shows none of its text to clients.
//
// The package knows no socket and no HTTP handler. Package socket carries the frames.
package wire

import (
	"encoding/json"
	"math"
	"time"
)

// Proto is the version of the protocol that this hub speaks. Pages that speak a version
// before MinProto are told to reload. Version 2 has the command admit.
const (
	Proto    = 2
	MinProto = 1
)

// MaxFrameBytes is the greatest length of a frame of the hub. Many clients accept no
// longer ones unless they are told to.
const MaxFrameBytes = 16 << 10

// Milliseconds converts a client's milliseconds. A number that is negative or too large
// becomes a negative duration, which no command accepts.
func Milliseconds(ms int64) time.Duration {
	if ms < 0 || ms > math.MaxInt64/int64(time.Millisecond) {
		return -1
	}
	return time.Duration(ms) * time.Millisecond
}

// mustMarshal encodes the types of this package, which cannot fail.
func mustMarshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
