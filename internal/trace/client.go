package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

const protobuf = "application/x-protobuf"

// client sends batches of spans to a collector: OTLP over HTTP, encoded as protobuf. It
// follows https://opentelemetry.io/docs/specs/otlp/#otlphttp. OpenTelemetry's own client,
// otlptracehttp, would link gRPC into every program (decision 20).
type client struct {
	http    *http.Client
	url     string
	headers map[string]string
	status  int // HTTP status of the last response; 0: none
}

// Start implements otlptrace.Client.
func (c *client) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *client) Stop(context.Context) error { return nil }

// UploadTraces implements otlptrace.Client. It sends a batch again while the collector cannot
// accept the batch, for at most batchTimeout. The error is a *rejection if the collector has
// accepted the batch without some spans, or with a message.
func (c *client) UploadTraces(ctx context.Context, spans []*otlp.ResourceSpans) error {
	// TracesData has the same encoding as the request of the protocol, ExportTraceServiceRequest.
	// The Go type of that request is in a package that links gRPC.
	body, err := proto.Marshal(&otlp.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	post := func() (none struct{}, err error) { return none, c.post(ctx, body) }
	_, err = backoff.Retry(ctx, post, backoff.WithMaxElapsedTime(batchTimeout), backoff.WithBackOff(&backoff.ExponentialBackOff{
		InitialInterval: firstRetryPause, MaxInterval: maxRetryPause,
		RandomizationFactor: backoff.DefaultRandomizationFactor, Multiplier: backoff.DefaultMultiplier,
	}))
	return err
}

// post sends one request. After an error that is not a backoff.PermanentError, the caller
// may try again.
func (c *client) post(ctx context.Context, body []byte) error {
	c.status = 0
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return backoff.Permanent(err)
	}
	req.Header.Set("User-Agent", "OTel OTLP Exporter Go/"+otlptrace.Version())
	for name, value := range c.headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("Content-Type", protobuf)
	resp, err := c.http.Do(req)
	if timeout := net.Error(nil); errors.As(err, &timeout) && timeout.Timeout() {
		return err
	}
	if err != nil {
		return backoff.Permanent(err)
	}
	defer resp.Body.Close()
	c.status = resp.StatusCode
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	if err != nil {
		return backoff.Permanent(err)
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return retryAfter(resp, refused(resp, answer))
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return backoff.Permanent(refused(resp, answer))
	}
	if resp.Header.Get("Content-Type") != protobuf {
		return nil
	}
	if err := parseAnswer(answer); err != nil {
		return backoff.Permanent(err)
	}
	return nil
}

// refused returns the error of a request that the collector has not accepted.
func refused(resp *http.Response, answer []byte) error {
	return fmt.Errorf("the collector answers %s: %s", resp.Status, strings.TrimSpace(string(answer)))
}

// retryAfter adds to err the pause that the header Retry-After asks for, if it is valid.
func retryAfter(resp *http.Response, err error) error {
	header := resp.Header.Get("Retry-After")
	seconds, invalid := strconv.Atoi(header)
	if at, notDate := http.ParseTime(header); invalid != nil && notDate == nil {
		seconds, invalid = int(time.Until(at).Seconds()), nil
	}
	if invalid != nil || seconds <= 0 {
		return err
	}
	seconds = min(seconds, int(batchTimeout.Seconds())+1) // a larger number could overflow a Duration
	return fmt.Errorf("%w, %w", err, backoff.RetryAfter(seconds))
}

// rejection is the error of a request that the collector has accepted except for some
// spans. If rejected is 0, the error only carries a message of the collector.
type rejection struct {
	rejected int64 // number of spans
	message  string
}

func (e *rejection) Error() string {
	return fmt.Sprintf("the collector rejects %d spans: %s", e.rejected, e.message)
}

// Fields of ExportTraceServiceResponse and of its ExportTracePartialSuccess.
const (
	fieldPartialSuccess = 1
	fieldRejectedSpans  = 1
	fieldErrorMessage   = 2
)

// parseAnswer reads an ExportTraceServiceResponse. It returns a *rejection if the answer
// reports rejected spans or has a message, and another error if the answer is malformed.
func parseAnswer(answer []byte) error {
	var partial rejection
	err := eachField(answer, func(f field) error {
		if f.number != fieldPartialSuccess || f.kind != protowire.BytesType {
			return nil
		}
		return eachField(f.bytes, func(f field) error {
			switch {
			case f.number == fieldRejectedSpans && f.kind == protowire.VarintType:
				partial.rejected = int64(f.varint)
			case f.number == fieldErrorMessage && f.kind == protowire.BytesType:
				partial.message = string(f.bytes)
			}
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("the collector's answer is malformed: %w", err)
	}
	if partial == (rejection{}) {
		return nil
	}
	return &partial
}

// field is one field of a protobuf message.
type field struct {
	number protowire.Number
	kind   protowire.Type
	varint uint64 // if kind is VarintType
	bytes  []byte // if kind is BytesType
}

// eachField calls do with each field of a message.
func eachField(message []byte, do func(field) error) error {
	for len(message) > 0 {
		number, kind, tag := protowire.ConsumeTag(message)
		if tag < 0 {
			return protowire.ParseError(tag)
		}
		size := protowire.ConsumeFieldValue(number, kind, message[tag:])
		if size < 0 {
			return protowire.ParseError(size)
		}
		f := field{number: number, kind: kind}
		switch kind {
		case protowire.VarintType:
			f.varint, _ = protowire.ConsumeVarint(message[tag:])
		case protowire.BytesType:
			f.bytes, _ = protowire.ConsumeBytes(message[tag:])
		}
		if err := do(f); err != nil {
			return err
		}
		message = message[tag+size:]
	}
	return nil
}
