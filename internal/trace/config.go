package trace

import (
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
)

// Config says where traces go.
type Config struct {
	// Endpoint is an OTLP collector's HTTP address, such as http://localhost:4318;
	// empty: there is none. A name and a password in it are sent as HTTP's basic
	// authentication.
	Endpoint string

	// Ratio is the share of traces that are sent, from 0 to 1. All processes should
	// have the same: with different ones a trace may lack the parts of the lower one.
	Ratio float64

	// Service, Instance and Version say which program sends, which process of it, and
	// what it was built from.
	Service, Instance, Version string

	Log *slog.Logger
}

// Check refuses what cannot be meant.
func (c Config) Check() error {
	if !(c.Ratio >= 0 && c.Ratio <= 1) { // nor NaN
		return fmt.Errorf("a ratio of %v: it is from 0 to 1", c.Ratio)
	}
	if c.Endpoint == "" {
		return nil
	}
	u, err := url.Parse(c.Endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("the collector's address is not one such as http://localhost:4318") // without it: it may have a password
	}
	return nil
}

// tracesPath is where a collector takes traces, below its address.
const tracesPath = "/v1/traces"

// target returns where requests go, without name and password, and their headers.
// Check has nothing against c.
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
