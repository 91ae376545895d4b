// Package tracetest has an OTLP collector for tests, which keeps the spans that it receives.
package tracetest

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Collector is an OTLP collector that runs until the test ends.
type Collector struct {
	URL string // address, without a path

	mu       sync.Mutex
	spans    []Span
	requests int
}

// Span is a received span. Its IDs are hexadecimal.
type Span struct {
	Trace, ID, Parent string // Parent is empty for the first span of a trace
	Name              string
	Service           string         // the resource's service.name
	Resource          map[string]any // attributes of the resource
	Start, End        time.Time
	Attributes        map[string]any // values are string or int64
	Failed            string         // message of the span's error; empty: no error
}

// New starts a collector on a free port.
func New(t testing.TB) *Collector {
	c := &Collector{}
	server := httptest.NewServer(http.HandlerFunc(c.serve))
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

// Spans returns the received spans, in no particular order.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Span(nil), c.spans...)
}

// Requests returns the number of requests, valid or not.
func (c *Collector) Requests() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.requests
}

func (c *Collector) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var sent collector.ExportTraceServiceRequest
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests++
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/v1/traces":
		http.Error(w, "not found", http.StatusNotFound)
		return
	case r.Header.Get("Content-Type") != "application/x-protobuf":
		http.Error(w, "protobuf only", http.StatusUnsupportedMediaType)
		return
	case err != nil || proto.Unmarshal(body, &sent) != nil:
		http.Error(w, "malformed", http.StatusBadRequest)
		return
	}
	for _, rs := range sent.GetResourceSpans() {
		resource := values(rs.GetResource().GetAttributes())
		for _, scope := range rs.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				c.spans = append(c.spans, decode(resource, s))
			}
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf") // an empty body accepts all spans
}

func decode(resource map[string]any, s *otlp.Span) Span {
	at := func(ns uint64) time.Time { return time.Unix(0, int64(ns)) }
	service, _ := resource["service.name"].(string)
	d := Span{
		Trace: hex.EncodeToString(s.GetTraceId()), ID: hex.EncodeToString(s.GetSpanId()), Parent: hex.EncodeToString(s.GetParentSpanId()),
		Name: s.GetName(), Service: service, Resource: resource, Start: at(s.GetStartTimeUnixNano()), End: at(s.GetEndTimeUnixNano()),
		Attributes: values(s.GetAttributes()),
	}
	if s.GetStatus().GetCode() == otlp.Status_STATUS_CODE_ERROR {
		d.Failed = s.GetStatus().GetMessage()
	}
	return d
}

func values(list []*common.KeyValue) map[string]any {
	m := map[string]any{}
	for _, a := range list {
		switch v := a.GetValue().GetValue().(type) {
		case *common.AnyValue_StringValue:
			m[a.GetKey()] = v.StringValue
		case *common.AnyValue_IntValue:
			m[a.GetKey()] = v.IntValue
		}
	}
	return m
}
