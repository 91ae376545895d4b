package solver

// prefetch asks the processor for the word, which will be read soon.
//
//go:noescape
func prefetch(p *uint64)
