package solver

// prefetch tells the processor that the word will be read soon.
//
//go:noescape
func prefetch(p *uint64)
