package trace

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

type (
	traceID [16]byte
	spanID  [8]byte // zero: none
)

// ids are what follows from an entry.
type ids struct {
	trace traceID // that the entry begins
	root  spanID  // with which it begins
	store spanID  // the entry's own append, in whichever trace that is
}

// idsOf cuts the SHA-256 of a room and an entry's number into the three.
func idsOf(id room.ID, n uint64) (i ids) {
	b := make([]byte, 0, 64)
	sum := sha256.Sum256(strconv.AppendUint(append(append(b, id...), '/'), n, 10))
	copy(i.trace[:], sum[0:16])
	copy(i.root[:], sum[16:24])
	copy(i.store[:], sum[24:32])
	return i
}

// chance are ids of what no entry came of.
func chance() (i ids) {
	_, _ = rand.Read(i.trace[:]) // never fails
	i.root, i.store = newSpanID(), newSpanID()
	return i
}

func newSpanID() (s spanID) {
	_, _ = rand.Read(s[:])
	return s
}

// sampler is a bound for the last half of a trace's id: those below it are sent. It
// is the rule of OpenTelemetry's TraceIDRatioBased, so that further programs on the
// way of a trace may use that.
type sampler uint64

func newSampler(ratio float64) sampler {
	if ratio >= 1 {
		return 1 << 63
	}
	return sampler(ratio * (1 << 63))
}

func (s sampler) takes(id traceID) bool {
	return binary.BigEndian.Uint64(id[8:])>>1 < uint64(s)
}

// beginning returns the entry that begins the trace in which e was made: e itself,
// or the one that a machine replies to. It reports false for what nobody asked for.
func beginning(e room.Entry) (n uint64, ok bool) {
	switch e.By {
	case "":
		return 0, false
	case room.Machine:
		return replyTo(e.Cmd)
	default:
		return e.N, true
	}
}

// replyTo returns the entry that a machine's command names, as in ai-7 or advice-7:
// the one since which it owed the reply.
func replyTo(cmd string) (n uint64, ok bool) {
	_, number, ok := strings.Cut(cmd, "-")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(number, 10, 64)
	return n, err == nil
}
