package cli

import (
	"flag"
	"fmt"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/book"
)

// BookFlag adds -book. It returns a function that makes the engine of a worker with that book, to be called when
// the flags are parsed.
func BookFlag(fs *flag.FlagSet) func() (*minimax.Engine, error) {
	name := fs.String("book", "", "`file` of quatre-worker book with an opening book that AI and analysis use instead of the one in the program")
	return func() (*minimax.Engine, error) {
		if *name == "" {
			return minimax.NewEngine(minimax.DefaultTableBytes), nil
		}
		b, err := book.Load(*name)
		if err != nil {
			return nil, fmt.Errorf("-book: %w", err)
		}
		return minimax.NewEngine(minimax.DefaultTableBytes, b), nil
	}
}
