package trace

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// fakeCollector answers requests in place of a collector. Only one goroutine calls it.
type fakeCollector func(*http.Request) (*http.Response, error)

func (f fakeCollector) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func hang(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func refuse(*http.Request) (*http.Response, error) { return nil, errors.New("no such host") }

func answerWith(status int, body []byte) fakeCollector {
	return func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: status, Status: http.StatusText(status), Body: io.NopCloser(bytes.NewReader(body)),
			Header: http.Header{"Content-Type": {"application/x-protobuf"}},
		}, nil
	}
}

var accept = answerWith(http.StatusOK, nil)

// partialAnswer returns a collector that rejects a number of spans of each request.
func partialAnswer(t *testing.T, rejected int64, why string) fakeCollector {
	t.Helper()
	body, err := proto.Marshal(&collector.ExportTraceServiceResponse{
		PartialSuccess: &collector.ExportTracePartialSuccess{RejectedSpans: rejected, ErrorMessage: why},
	})
	if err != nil {
		t.Fatal(err)
	}
	return answerWith(http.StatusOK, body)
}

// newTestTracer returns a tracer that sends to c, and its log.
func newTestTracer(t *testing.T, c fakeCollector) (*Tracer, *bytes.Buffer) {
	t.Helper()
	out := &bytes.Buffer{}
	tracer, err := newTracer(Config{
		Endpoint: "http://user:secret@collector:4318", Ratio: 1,
		Log: slog.New(slog.NewTextHandler(out, nil)),
	}, c)
	if err != nil {
		t.Fatal(err)
	}
	return tracer, out
}

// sendFrames sends n spans of refused commands.
func (t *Tracer) sendFrames(n int) {
	for range n {
		t.Frame().End(Command{Kind: "move", Room: "room", Player: "ann", N: 1, Code: "not_your_turn"})
	}
}

// spansIn returns the spans of a request.
func spansIn(t *testing.T, r *http.Request) []*otlp.Span {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	var request collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &request)
	}
	if err != nil {
		t.Error(err)
		return nil
	}
	return request.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans()
}

// A collector that hangs delays Close by at most CloseLimit and nothing else. Spans that do
// not fit into the queue are dropped, and the log counts them.
func TestHangingCollector(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tracer, out := newTestTracer(t, hang)
		start := time.Now()
		tracer.sendFrames(batchLength)
		synctest.Wait() // the first batch is being sent
		tracer.sendFrames(queueLength + 100)
		if took := time.Since(start); took != 0 {
			t.Errorf("ending the frames took %v, want no time", took)
		}
		tracer.Close()
		if took := time.Since(start); took > CloseLimit {
			t.Errorf("Close took %v, more than CloseLimit", took)
		}
		if want := "spans=4708"; !strings.Contains(out.String(), want) { // 512 + 4096 + 100
			t.Errorf("log lacks %s: %s", want, out)
		}
	})
}

// A span waits at most batchDelay for others. An outage gives one log line, its end
// another one. Neither contains the password of the endpoint.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var how fakeCollector
		var sent []int
		tracer, out := newTestTracer(t, func(r *http.Request) (*http.Response, error) {
			sent = append(sent, len(spansIn(t, r)))
			return how(r)
		})
		for _, answers := range []fakeCollector{accept, refuse, answerWith(http.StatusBadRequest, nil), partialAnswer(t, 1, "too old"), accept} {
			how = answers
			tracer.sendFrames(2)
			time.Sleep(batchDelay) // by the fake clock of synctest
			synctest.Wait()
		}
		tracer.Close()
		if len(sent) != 5 || sent[0] != 2 {
			t.Errorf("the requests had %v spans, want 5 requests, and 2 spans in the first", sent)
		}
		log := out.String()
		if strings.Count(log, "level=WARN") != 2 || strings.Count(log, "are dropped") != 1 || !strings.Contains(log, "dropped=5") || strings.Contains(log, "secret") {
			t.Errorf("log: %s", log)
		}
	})
}

// A batch is sent again until batchTimeout if the collector's error is temporary. It is not
// sent again after a final error.
func TestRetry(t *testing.T) {
	for name, c := range map[string]struct {
		how   fakeCollector
		again bool
		says  string // part of the log line
	}{
		"too many": {answerWith(429, nil), true, "status=429"}, "away": {answerWith(503, nil), true, "status=503"},
		"bad gateway": {answerWith(502, nil), true, "status=502"}, "slow gateway": {answerWith(504, nil), true, "status=504"},
		"hanging": {hang, true, "status=0"}, "unreachable": {refuse, false, "no such host"},
		"malformed": {answerWith(400, []byte("no spans")), false, "no spans"}, "unauthorized": {answerWith(401, nil), false, "status=401"},
		"broken": {answerWith(500, nil), false, "status=500"},
	} {
		for _, attempts := range []int{3, 1000} { // the collector accepts the request with this number
			synctest.Test(t, func(t *testing.T) {
				requests, spans := 0, 0
				tracer, out := newTestTracer(t, func(r *http.Request) (*http.Response, error) {
					if requests++; requests < attempts {
						return c.how(r)
					}
					spans += len(spansIn(t, r))
					return accept(r)
				})
				tracer.sendFrames(2)
				time.Sleep(batchDelay + batchTimeout)
				synctest.Wait()
				log := out.String()
				switch {
				case !c.again && requests != 1 || c.again && requests < 3:
					t.Errorf("%s: %d requests, want one after a final error and at least 3 otherwise", name, requests)
				case c.again && attempts == 3 && (spans != 2 || log != ""):
					t.Errorf("%s: %d spans sent, log: %q", name, spans, log)
				case !(c.again && attempts == 3) && (strings.Count(log, "\n") != 1 || !strings.Contains(log, c.says)):
					t.Errorf("%s: log: %q", name, log)
				}
				tracer.Close()
			})
		}
	}
}

// The log gets at most two lines a minute, however the collector behaves.
func TestLogStaysSmall(t *testing.T) {
	const minutes = 3
	flapping := 0
	for name, c := range map[string]struct {
		how    fakeCollector
		frames int // per second
		silent bool
	}{
		"flapping": {func(r *http.Request) (*http.Response, error) {
			if flapping++; flapping%2 == 0 {
				return accept(r)
			}
			return refuse(r)
		}, 2, false},
		"choosy": {partialAnswer(t, 1, strings.Repeat("of a tenant without a name ", 100)), 2, false},
		"slow": {func(r *http.Request) (*http.Response, error) {
			time.Sleep(requestTimeout - time.Second)
			return accept(r)
		}, batchLength / 2, false},
		"talkative": {partialAnswer(t, 0, "spans had to be renamed"), 2, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			tracer, out := newTestTracer(t, c.how)
			for range minutes * 60 {
				tracer.sendFrames(c.frames)
				time.Sleep(time.Second)
				synctest.Wait()
			}
			lines := strings.Count(out.String(), "\n")
			if lines > 2*minutes || (lines == 0) != c.silent {
				t.Errorf("%s: the log has %d lines: %s", name, lines, out)
			}
			if out.Len() > lines*2*maxErrorText {
				t.Errorf("%s: the log has %d bytes, more than its lines may have", name, out.Len())
			}
			tracer.Close()
		})
	}
}
