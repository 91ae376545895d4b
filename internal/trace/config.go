package trace

import (
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
)

// Config says where and how traces are sent.
type Config struct {
	// Endpoint is the HTTP address of an OTLP collector, such as http://localhost:4318.
	// If it is empty, nothing is sent. A user name and password in it are sent by HTTP
	// basic authentication.
	Endpoint string

	// Ratio is the share of traces that are sent, from 0 to 1. All processes should use
	// the same ratio; otherwise traces may lack the parts of the process with the lower ratio.
	Ratio float64

	// Service, Instance and Version name the program, the process and the program's
	// version.
	Service, Instance, Version string

	Log *slog.Logger
}

// Check returns an error if c is invalid. The error does not quote the Endpoint, which may
// hold a password.
func (c Config) Check() error {
	if !(c.Ratio >= 0 && c.Ratio <= 1) { // refuses NaN too
		return fmt.Errorf("ratio %v: must be between 0 and 1", c.Ratio)
	}
	if c.Endpoint == "" {
		return nil
	}
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("the collector's address must be like http://localhost:4318")
	}
	return nil
}

// tracesPath is the path of a collector's endpoint for traces.
const tracesPath = "/v1/traces"

// target returns the URL of the requests to the collector, without user name and password, and
// the headers of these requests. c must be valid.
func (c Config) target() (address string, headers map[string]string) {
	u, err := url.Parse(c.Endpoint)
	if err != nil {
		return "", nil
	}
	if u.User != nil {
		password, _ := u.User.Password()
		basic := base64.StdEncoding.EncodeToString([]byte(u.User.Username() + ":" + password))
		headers, u.User = map[string]string{"Authorization": "Basic " + basic}, nil
	}
	u.Path, u.RawPath = strings.TrimSuffix(strings.TrimRight(u.Path, "/"), tracesPath)+tracesPath, ""
	return u.String(), headers
}
