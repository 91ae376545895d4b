package cli

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// Certificate is a pair of PEM files. They may be replaced at any time: the next handshake
// uses the new ones.
type Certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	current *tls.Certificate
	loaded  [2]fileState // of the files of current
	refused [2]fileState // of files that did not fit
}

// fileState identifies a version of a file.
type fileState struct {
	changed time.Time
	size    int64
}

// LoadCertificate reads both files.
func LoadCertificate(certFile, keyFile string, log *slog.Logger) (*Certificate, error) {
	c := &Certificate{certFile: certFile, keyFile: keyFile, log: log}
	stamps, err := c.stamps()
	if err == nil {
		err = c.load(stamps)
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

// get returns the certificate in the files. While these do not match, it returns the one
// before.
func (c *Certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	stamps, err := c.stamps()
	if err == nil && (stamps == c.loaded || stamps == c.refused) {
		return c.current
	}
	if err == nil {
		err = c.load(stamps)
	}
	switch {
	case err == nil:
		c.log.Info("certificate read again", "file", c.certFile)
	case c.refused != stamps:
		c.log.Warn("certificate not read again, the one before is in use", "error", err)
		c.refused = stamps
	}
	return c.current
}

func (c *Certificate) load(stamps [2]fileState) error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err == nil {
		c.current, c.loaded = &pair, stamps
	}
	return err
}

func (c *Certificate) stamps() (s [2]fileState, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return [2]fileState{}, err
		}
		s[i] = fileState{info.ModTime(), info.Size()}
	}
	return s, nil
}
