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

// answering is a collector that a test plays. It is asked by one goroutine.
type answering func(*http.Request) (*http.Response, error)

func (f answering) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func hang(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func refuse(*http.Request) (*http.Response, error) { return nil, errors.New("no such host") }

func answer(status int, body []byte) answering {
	return func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: status, Status: http.StatusText(status), Body: io.NopCloser(bytes.NewReader(body)),
			Header: http.Header{"Content-Type": {"application/x-protobuf"}},
		}, nil
	}
}

var accept = answer(http.StatusOK, nil)

// partlyTaken is the answer of a collector that has not taken so many spans.
func partlyTaken(t *testing.T, rejected int64, why string) answering {
	t.Helper()
	body, err := proto.Marshal(&collector.ExportTraceServiceResponse{
		PartialSuccess: &collector.ExportTracePartialSuccess{RejectedSpans: rejected, ErrorMessage: why},
	})
	if err != nil {
		t.Fatal(err)
	}
	return answer(http.StatusOK, body)
}

// played returns a tracer whose collector is how, and what it logs.
func played(t *testing.T, how answering) (*Tracer, *bytes.Buffer) {
	t.Helper()
	out := &bytes.Buffer{}
	tracer, err := start(Config{
		Endpoint: "http://user:secret@collector:4318", Ratio: 1,
		Log: slog.New(slog.NewTextHandler(out, nil)),
	}, how)
	if err != nil {
		t.Fatal(err)
	}
	return tracer, out
}

func (t *Tracer) frames(n int) {
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

// A collector that hangs holds the end up for CloseLimit, and nothing else at all:
// what does not fit is dropped, and the log counts it.
func TestHangingCollector(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tracer, out := played(t, hang)
		start := time.Now()
		tracer.frames(batchLength)
		synctest.Wait() // the first batch is on its way
		tracer.frames(queueLength + 100)
		if took := time.Since(start); took != 0 {
			t.Errorf("frames have waited for %v", took)
		}
		tracer.Close()
		if took := time.Since(start); took > CloseLimit {
			t.Errorf("the end took %v", took)
		}
		if want := "spans=4708"; !strings.Contains(out.String(), want) { // 512 + 4096 + 100
			t.Errorf("the log does not say %s: %s", want, out)
		}
	})
}

// A span waits for others for batchPause at most; an outage is one line, its end
// another; neither has what is secret in the address.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var how answering
		var sent []int
		tracer, out := played(t, func(r *http.Request) (*http.Response, error) {
			sent = append(sent, len(spansIn(t, r)))
			return how(r)
		})
		for _, answers := range []answering{accept, refuse, answer(http.StatusBadRequest, nil), partlyTaken(t, 1, "too old"), accept} {
			how = answers
			tracer.frames(2)
			time.Sleep(batchPause) // of the bubble's clock
			synctest.Wait()
		}
		tracer.Close()
		if len(sent) != 5 || sent[0] != 2 {
			t.Errorf("sent %v", sent)
		}
		log := out.String()
		if strings.Count(log, "level=WARN") != 2 || strings.Count(log, "are dropped") != 1 || !strings.Contains(log, "dropped=5") || strings.Contains(log, "secret") {
			t.Errorf("the log says %s", log)
		}
	})
}

// What a collector does not take for now is sent again, until retryLimit; what it
// refuses is not.
func TestRetry(t *testing.T) {
	for name, c := range map[string]struct {
		how   answering
		again bool
		says  string // the log, in the end
	}{
		"too many": {answer(429, nil), true, "status=429"}, "away": {answer(503, nil), true, "status=503"},
		"bad gateway": {answer(502, nil), true, "status=502"}, "slow gateway": {answer(504, nil), true, "status=504"},
		"hanging": {hang, true, "status=0"}, "unreachable": {refuse, false, "no such host"},
		"malformed": {answer(400, []byte("no spans")), false, "no spans"}, "unauthorized": {answer(401, nil), false, "status=401"},
		"broken": {answer(500, nil), false, "status=500"},
	} {
		for _, attempts := range []int{3, 1000} { // the last of them is taken
			synctest.Test(t, func(t *testing.T) {
				requests, spans := 0, 0
				tracer, out := played(t, func(r *http.Request) (*http.Response, error) {
					if requests++; requests < attempts {
						return c.how(r)
					}
					spans += len(spansIn(t, r))
					return accept(r)
				})
				tracer.frames(2)
				time.Sleep(batchPause + retryLimit)
				synctest.Wait()
				log := out.String()
				switch {
				case !c.again && requests != 1 || c.again && requests < 3:
					t.Errorf("%s: %d requests", name, requests)
				case c.again && attempts == 3 && (spans != 2 || log != ""):
					t.Errorf("%s: %d spans were sent, the log says %q", name, spans, log)
				case !(c.again && attempts == 3) && (strings.Count(log, "\n") != 1 || !strings.Contains(log, c.says)):
					t.Errorf("%s: the log says %q", name, log)
				}
				tracer.Close()
			})
		}
	}
}

// Whatever a collector does, the log has a line or two a minute.
func TestLogStaysSmall(t *testing.T) {
	const minutes = 3
	flapping := 0
	for name, c := range map[string]struct {
		how    answering
		frames int // a second
		silent bool
	}{
		"flapping": {func(r *http.Request) (*http.Response, error) {
			if flapping++; flapping%2 == 0 {
				return accept(r)
			}
			return refuse(r)
		}, 2, false},
		"choosy":    {partlyTaken(t, 1, strings.Repeat("of a tenant without a name ", 100)), 2, false},
		"slow":      {func(r *http.Request) (*http.Response, error) { time.Sleep(sendLimit - time.Second); return accept(r) }, batchLength / 2, false},
		"talkative": {partlyTaken(t, 0, "spans had to be renamed"), 2, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			tracer, out := played(t, c.how)
			for range minutes * 60 {
				tracer.frames(c.frames)
				time.Sleep(time.Second)
				synctest.Wait()
			}
			lines := strings.Count(out.String(), "\n")
			if lines > 2*minutes || (lines == 0) != c.silent {
				t.Errorf("%s: %d lines: %s", name, lines, out)
			}
			if out.Len() > lines*2*quoteLimit {
				t.Errorf("%s: %d bytes", name, out.Len())
			}
			tracer.Close()
		})
	}
}
