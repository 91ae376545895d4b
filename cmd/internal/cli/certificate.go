package cli

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// Certificate is a certificate and its key in two PEM files. Operators may replace the files at
// any time: the next handshake uses the new ones.
type Certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	current *tls.Certificate
	loaded  [2]fileState // the files from which current was loaded
	refused [2]fileState // the last files that could not be loaded
}

// fileState identifies a version of a file.
type fileState struct {
	changed time.Time
	size    int64
}

// LoadCertificate reads a certificate and its key. The error names the flags, and what is wrong with a file.
func LoadCertificate(certFile, keyFile string, log *slog.Logger) (*Certificate, error) {
	c := &Certificate{certFile: certFile, keyFile: keyFile, log: log}
	states, err := c.states()
	if err == nil {
		err = c.load(states)
	}
	if err != nil {
		return nil, fmt.Errorf("-tls-cert, -tls-key: %w", err)
	}
	return c, nil
}

// TLS returns the configuration of a server with the certificate. It checks both files at
// each handshake.
func (c *Certificate) TLS() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(), nil },
	}
}

// get returns the certificate in the files. If they cannot be loaded, it returns the last
// certificate that was loaded.
func (c *Certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	states, err := c.states()
	if err == nil && (states == c.loaded || states == c.refused) {
		return c.current
	}
	if err == nil {
		err = c.load(states)
	}
	switch {
	case err == nil:
		c.log.Info("certificate read again", "file", c.certFile)
	case c.refused != states:
		c.log.Warn("certificate not read again, the one before is in use", "error", err)
		c.refused = states
	}
	return c.current
}

func (c *Certificate) load(states [2]fileState) error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err == nil {
		c.current, c.loaded = &pair, states
	}
	return err
}

func (c *Certificate) states() (s [2]fileState, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return [2]fileState{}, err
		}
		s[i] = fileState{info.ModTime(), info.Size()}
	}
	return s, nil
}
