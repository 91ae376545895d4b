package trace

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// The tracer waits as long as the header Retry-After says, in seconds or as a date.
func TestRetryAfter(t *testing.T) {
	for name, header := range map[string]func() string{
		"seconds": func() string { return "20" },
		"date":    func() string { return time.Now().Add(20 * time.Second).UTC().Format(http.TimeFormat) },
	} {
		synctest.Test(t, func(t *testing.T) {
			var asked []time.Time
			tracer, _ := newTestTracer(t, func(r *http.Request) (*http.Response, error) {
				asked = append(asked, time.Now())
				resp, err := answerWith(http.StatusTooManyRequests, nil)(r)
				resp.Header.Set("Retry-After", header())
				return resp, err
			})
			tracer.sendFrames(1)
			time.Sleep(batchDelay + batchTimeout)
			synctest.Wait()
			if len(asked) != 2 || asked[1].Sub(asked[0]) != 20*time.Second {
				t.Errorf("%s: requests at %v, want two with 20 s between them", name, asked)
			}
			tracer.Close()
		})
	}
}

// A pause of more than batchTimeout ends the attempts; an invalid pause is ignored.
func TestRetryAfterOutOfRange(t *testing.T) {
	for header, want := range map[string]bool{"9223372036854775807": false, "60": false, "-5": true, "0": true, "soon": true, "": true} {
		synctest.Test(t, func(t *testing.T) {
			requests := 0
			tracer, _ := newTestTracer(t, func(r *http.Request) (*http.Response, error) {
				requests++
				resp, err := answerWith(http.StatusServiceUnavailable, nil)(r)
				resp.Header.Set("Retry-After", header)
				return resp, err
			})
			tracer.sendFrames(1)
			time.Sleep(batchDelay + batchTimeout)
			synctest.Wait()
			if again := requests > 1; again != want || requests > 100 {
				t.Errorf("Retry-After %q: %d requests, want more than one: %v, and at most 100", header, requests, want)
			}
			tracer.Close()
		})
	}
}

// FuzzParseAnswer compares parseAnswer with the protocol's own type.
func FuzzParseAnswer(f *testing.F) {
	for _, partial := range []*collector.ExportTracePartialSuccess{nil, {}, {RejectedSpans: 3}, {RejectedSpans: -1, ErrorMessage: "too old"}} {
		seed, err := proto.Marshal(&collector.ExportTraceServiceResponse{PartialSuccess: partial})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed)
	}
	f.Add([]byte("no protobuf"))
	f.Fuzz(func(t *testing.T, answer []byte) {
		err := parseAnswer(answer)
		var want collector.ExportTraceServiceResponse
		if proto.Unmarshal(answer, &want) != nil {
			return // parseAnswer is more tolerant: it does not check that text is UTF-8
		}
		var got rejection
		if partial := (*rejection)(nil); errors.As(err, &partial) {
			got = *partial
		} else if err != nil {
			t.Fatalf("%x: %v", answer, err)
		}
		if p := want.GetPartialSuccess(); got.rejected != p.GetRejectedSpans() || got.message != p.GetErrorMessage() {
			t.Errorf("%x: %+v, want %v", answer, got, p)
		}
	})
}
