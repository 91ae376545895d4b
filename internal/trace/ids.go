package trace

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"strconv"
	"strings"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/quatre/quatre/internal/room"
)

// ids are the IDs that belong to an entry.
type ids struct {
	trace      oteltrace.TraceID // trace that the entry begins
	rootSpan   oteltrace.SpanID  // first span of that trace
	appendSpan oteltrace.SpanID  // span of the entry's append, which may be in another trace
}

// entryIDs computes the IDs of an entry from the SHA-256 of "room/number". Processes of all
// versions must compute the same IDs.
func entryIDs(id room.ID, n uint64) (i ids) {
	b := make([]byte, 0, 64)
	sum := sha256.Sum256(strconv.AppendUint(append(append(b, id...), '/'), n, 10))
	copy(i.trace[:], sum[0:16])
	copy(i.rootSpan[:], sum[16:24])
	copy(i.appendSpan[:], sum[24:32])
	return i
}

// randomIDs returns IDs for a command without an entry of its own.
func randomIDs() (i ids) {
	_, _ = rand.Read(i.trace[:]) // never fails
	i.rootSpan, i.appendSpan = newSpanID(), newSpanID()
	return i
}

func newSpanID() (s oteltrace.SpanID) {
	_, _ = rand.Read(s[:])
	return s
}

// idContext carries the IDs of the next span to idGenerator.
type idContext struct {
	context.Context
	trace oteltrace.TraceID
	span  oteltrace.SpanID
}

// idKey is the context key of an *idContext.
type idKey struct{}

func withIDs(ctx context.Context, trace oteltrace.TraceID, span oteltrace.SpanID) context.Context {
	return &idContext{ctx, trace, span}
}

// Value implements context.Context.
func (c *idContext) Value(key any) any {
	if key == (idKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// idGenerator gives a span the IDs in its context. The SDK's own generator would give it random
// IDs.
type idGenerator struct{}

// NewIDs implements sdktrace.IDGenerator, for the first span of a trace.
func (idGenerator) NewIDs(ctx context.Context) (oteltrace.TraceID, oteltrace.SpanID) {
	id := ctx.Value(idKey{}).(*idContext)
	return id.trace, id.span
}

// NewSpanID implements sdktrace.IDGenerator, for all other spans.
func (g idGenerator) NewSpanID(ctx context.Context, _ oteltrace.TraceID) oteltrace.SpanID {
	_, span := g.NewIDs(ctx)
	return span
}

// isSampled reports whether a trace is sent. This depends only on its ID. The SDK uses the
// same sampler. Callers check first, so that they do not build spans that the SDK would drop.
func (t *Tracer) isSampled(id oteltrace.TraceID) bool {
	params := sdktrace.SamplingParameters{ParentContext: context.Background(), TraceID: id}
	return t.sampler.ShouldSample(params).Decision == sdktrace.RecordAndSample
}

// firstEntryOf returns the entry that begins the trace of e: e itself or, for an AI's
// entry, the entry that it replies to. ok is false if e belongs to no trace.
func firstEntryOf(e room.Entry) (n uint64, ok bool) {
	switch e.By {
	case "":
		return 0, false
	case room.Machine:
		return entryRepliedTo(e.Cmd)
	default:
		return e.N, true
	}
}

// entryRepliedTo returns the number of the entry that an AI's command replies to. The number is
// in the ID of the command: ai-7, advice-7.
func entryRepliedTo(cmd string) (n uint64, ok bool) {
	_, number, ok := strings.Cut(cmd, "-")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(number, 10, 64)
	return n, err == nil
}
