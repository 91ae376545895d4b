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

	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// answering is a collector that a test plays.
type answering func(*http.Request) (*http.Response, error)

func (f answering) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func hang(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func answer(status int, body []byte) *http.Response {
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Body: io.NopCloser(bytes.NewReader(body))}
}

// played returns a tracer whose collector is how, and what it logs.
func played(how answering) (*Tracer, *bytes.Buffer) {
	out := &bytes.Buffer{}
	cfg := Config{Endpoint: "http://user:secret@collector:4318", Ratio: 1, Log: slog.New(slog.NewTextHandler(out, nil))}
	return &Tracer{sampler: newSampler(1), queue: startQueue(cfg, how)}, out
}

func (t *Tracer) frames(n int) {
	for range n {
		t.Frame().End(Command{Kind: "move", Room: "room", Player: "ann", N: 1, Code: "not_your_turn"})
	}
}

// A collector that hangs holds the end up for CloseLimit, and nothing else at all:
// what does not fit is dropped, and the log counts it.
func TestHangingCollector(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tracer, out := played(hang)
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
		tracer, out := played(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			var request collector.ExportTraceServiceRequest
			if err := proto.Unmarshal(body, &request); err != nil {
				return nil, err
			}
			sent = append(sent, len(request.GetResourceSpans()[0].GetScopeSpans()[0].GetSpans()))
			return how(r)
		})
		rejecting, err := proto.Marshal(&collector.ExportTraceServiceResponse{PartialSuccess: &collector.ExportTracePartialSuccess{RejectedSpans: 1}})
		if err != nil {
			t.Fatal(err)
		}
		for _, answers := range []answering{
			func(*http.Request) (*http.Response, error) { return answer(200, nil), nil },
			func(*http.Request) (*http.Response, error) { return nil, errors.New("no such host") },
			func(*http.Request) (*http.Response, error) { return answer(503, nil), nil },
			func(*http.Request) (*http.Response, error) { return answer(200, rejecting), nil },
			func(*http.Request) (*http.Response, error) { return answer(200, []byte("garbage")), nil },
		} {
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

func TestAddresses(t *testing.T) {
	for endpoint, want := range map[string]string{
		"http://localhost:4318":            "http://localhost:4318/v1/traces",
		"http://localhost:4318/":           "http://localhost:4318/v1/traces",
		"https://host/otlp":                "https://host/otlp/v1/traces",
		"https://host/v1/traces":           "https://host/v1/traces",
		"localhost:4318":                   "",
		"http://":                          "",
		"http://host/?key=1":               "",
		"grpc://host:4317":                 "",
		"http://user:pa%zz@localhost:4318": "",
	} {
		cfg := Config{Endpoint: endpoint, Ratio: 1}
		switch err := cfg.Check(); {
		case err == nil && want == "":
			t.Errorf("%s is taken for an address", endpoint)
		case err == nil && cfg.url() != want:
			t.Errorf("%s: %s", endpoint, cfg.url())
		case err != nil && (want != "" || strings.Contains(err.Error(), "pa%zz")):
			t.Errorf("%s: %v", endpoint, err)
		}
	}
}
