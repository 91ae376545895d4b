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

// ids are what follows from an entry.
type ids struct {
	trace oteltrace.TraceID // that the entry begins
	root  oteltrace.SpanID  // with which it begins
	store oteltrace.SpanID  // the entry's own append, in whichever trace that is
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

func newSpanID() (s oteltrace.SpanID) {
	_, _ = rand.Read(s[:])
	return s
}

// idContext is the context of a span that is to have these ids.
type idContext struct {
	context.Context
	trace oteltrace.TraceID
	span  oteltrace.SpanID
}

// idKey is the context's for itself.
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

// idGenerator gives a span the ids that its context asks for, where the SDK's own
// would draw lots.
type idGenerator struct{}

// NewIDs implements the SDK's IDGenerator, for the first span of a trace.
func (idGenerator) NewIDs(ctx context.Context) (oteltrace.TraceID, oteltrace.SpanID) {
	id := ctx.Value(idKey{}).(*idContext)
	return id.trace, id.span
}

// NewSpanID implements the SDK's IDGenerator, for all others.
func (g idGenerator) NewSpanID(ctx context.Context, _ oteltrace.TraceID) oteltrace.SpanID {
	_, span := g.NewIDs(ctx)
	return span
}

// samples reports whether a trace is sent, which follows from its id. The SDK would
// ask the same sampler: whoever asks before spares the making of spans.
func (t *Tracer) samples(id oteltrace.TraceID) bool {
	asked := sdktrace.SamplingParameters{ParentContext: context.Background(), TraceID: id}
	return t.sampler.ShouldSample(asked).Decision == sdktrace.RecordAndSample
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
