package boltdb

// WithMaxJournal replaces maxJournal.
func WithMaxJournal(size int) Option {
	return func(s *settings) { s.maxJournal = size }
}
