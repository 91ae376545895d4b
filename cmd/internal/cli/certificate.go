package cli

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// LoadCertificate returns the configuration of a server with the certificate and its key in two PEM files. Operators may
// replace the files at any time: the next handshake reads them and, if they do not fit together, goes on with those that were
// read last. The error names the flags, and what is wrong with a file.
func LoadCertificate(certFile, keyFile string, log *slog.Logger) (*tls.Config, error) {
	var mu sync.Mutex
	var loaded time.Time // when the file of current was changed; a new key comes with a new certificate
	var current *tls.Certificate
	failed := false
	load := func() error {
		info, err := os.Stat(certFile)
		if err != nil || current != nil && info.ModTime().Equal(loaded) {
			return err
		}
		pair, err := tls.LoadX509KeyPair(certFile, keyFile)
		if err != nil {
			return err
		}
		if current != nil {
			log.Info("certificate read again", "file", certFile)
		}
		current, loaded = &pair, info.ModTime()
		return nil
	}
	if err := load(); err != nil {
		return nil, fmt.Errorf("-tls-cert, -tls-key: %w", err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		mu.Lock()
		defer mu.Unlock()
		err := load()
		if err != nil && !failed {
			log.Warn("certificate not read again, the one before is in use", "error", err)
		}
		failed = err != nil
		return current, nil
	}}, nil
}
