package trace

import (
	"encoding/pem"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/trace/tracetest"
)

func TestEndpoints(t *testing.T) {
	for endpoint, want := range map[string]string{
		"http://localhost:4318":            "http://localhost:4318/v1/traces",
		"http://localhost:4318/":           "http://localhost:4318/v1/traces",
		"https://host/otlp":                "https://host/otlp/v1/traces",
		"https://host/v1/traces":           "https://host/v1/traces",
		"https://user:secret@host":         "https://host/v1/traces",
		"localhost:4318":                   "",
		"http://":                          "",
		"http://host/?key=1":               "",
		"grpc://host:4317":                 "",
		"http://user:pa%zz@localhost:4318": "",
	} {
		cfg := Config{Endpoint: endpoint, Ratio: 1}
		err := cfg.Check()
		if err != nil {
			if want != "" || strings.Contains(err.Error(), "pa%zz") {
				t.Errorf("%s: %v", endpoint, err)
			}
			continue
		}
		if got, _ := cfg.target(); got != want {
			t.Errorf("%s: the URL is %q, want %q", endpoint, got, want)
		}
	}
}

// Requests go to the endpoint's path with basic authentication, over HTTP and HTTPS. Close
// closes the connection.
func TestRequests(t *testing.T) {
	for scheme, serve := range map[string]func(*httptest.Server){"http": (*httptest.Server).Start, "https": (*httptest.Server).StartTLS} {
		var got *http.Request
		var user, password string
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got = r
			user, password, _ = r.BasicAuth()
		}))
		closed := make(chan bool, 1)
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateClosed {
				closed <- true
			}
		}
		serve(server)
		tracer, err := newTracer(Config{
			Endpoint: scheme + "://ann:p%40ss:word@" + server.Listener.Addr().String() + "/otlp", Ratio: 1, Log: slog.New(slog.DiscardHandler),
		}, server.Client().Transport)
		if err != nil {
			t.Fatal(err)
		}
		tracer.sendFrames(1)
		tracer.Close()
		<-closed
		server.Close()
		if got == nil || got.URL.Path != "/otlp/v1/traces" || user != "ann" || password != "p@ss:word" || (got.TLS != nil) != (scheme == "https") {
			t.Errorf("%s: got request %+v with user %s and password %s", scheme, got, user, password)
		}
	}
}

// The environment can add attributes to the resource. It must not change anything else.
func TestEnvironment(t *testing.T) {
	collector, other := tracetest.New(t), tracetest.New(t)
	for name, value := range map[string]string{
		"ENDPOINT": other.URL, "TRACES_ENDPOINT": other.URL + "/v1/traces", "INSECURE": "false", "HEADERS": "Content-Type=text/plain,hidden",
		"COMPRESSION": "gzip", "PROTOCOL": "http/json", "TIMEOUT": "1", "CERTIFICATE": writeCertificate(t),
	} {
		t.Setenv("OTEL_EXPORTER_OTLP_"+name, value)
	}
	for name, value := range map[string]string{
		"TRACES_SAMPLER": "always_off", "SPAN_ATTRIBUTE_COUNT_LIMIT": "0", "ATTRIBUTE_VALUE_LENGTH_LIMIT": "1",
		"BSP_MAX_QUEUE_SIZE": "1", "BSP_MAX_EXPORT_BATCH_SIZE": "1", "BSP_EXPORT_TIMEOUT": "1",
		"SERVICE_NAME": "another", "RESOURCE_ATTRIBUTES": "service.version=2,deployment.environment.name=prod,hidden",
	} {
		t.Setenv("OTEL_"+name, value)
	}
	log := &strings.Builder{}
	tracer, err := New(Config{
		Endpoint: collector.URL, Ratio: 1, Service: "test", Instance: "test1", Version: "1", Log: slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	const frames = 10
	tracer.sendFrames(frames)
	tracer.Close()
	spans := collector.Spans()
	if len(spans) != frames || collector.Requests() != 1 || other.Requests() != 0 {
		t.Fatalf("got %d spans in %d requests, and %d requests to the other collector; log: %s", len(spans), collector.Requests(), other.Requests(), log)
	}
	for name, want := range map[string]string{
		"service.name": "test", "service.instance.id": "test1", "service.version": "1", "deployment.environment.name": "prod",
	} {
		if got := spans[0].Resource[name]; got != want {
			t.Errorf("%s is %v, want %s", name, got, want)
		}
	}
	if len(spans[0].Resource) != 4 || spans[0].Attributes["quatre.room"] != "room" {
		t.Errorf("%+v", spans[0])
	}
	// The only line is about RESOURCE_ATTRIBUTES, the only variable of these that the SDK uses.
	if lines := log.String(); strings.Count(lines, "\n") != 1 || !strings.Contains(lines, "hidden") {
		t.Errorf("log: %s", lines)
	}
}

// The SDK's messages about unused variables must not appear anywhere: they may quote
// secrets.
func TestEnvironmentIsNotQuoted(t *testing.T) {
	var stderr strings.Builder
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestEnvironment$")
	child.Stderr = &stderr
	if out, err := child.Output(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v, %s, %s", err, out, &stderr)
	}
}

// writeCertificate writes a server certificate to a file and returns its path.
func writeCertificate(t *testing.T) string {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	path := filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
