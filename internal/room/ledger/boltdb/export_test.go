package boltdb

import "time"

// WithMaxJournal replaces maxJournal.
func WithMaxJournal(size int) Option {
	return func(d *DB) { d.maxJournal = size }
}

// WithLockTimeout replaces the time that Open waits for another process.
func WithLockTimeout(timeout time.Duration) Option {
	return func(d *DB) { d.lockTimeout = timeout }
}
