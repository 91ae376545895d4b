// Command puzzles makes the file of package puzzle.
//
//	puzzles [-seed 1] [-out FILE]
//
// It lets levels play each other and takes at most one position from each game. The exact solver
// finds the outcomes of all moves. The same seed gives the same file.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/quatre/quatre/internal/puzzle"
)

func main() {
	seed := flag.Uint64("seed", 1, "the `seed` of the games")
	out := flag.String("out", "", "the `file` to write")
	flag.Parse()
	if err := run(*seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, "puzzles:", err)
		os.Exit(1)
	}
}

func run(seed uint64, out string) error {
	if out == "" {
		return fmt.Errorf("-out is missing")
	}
	m, err := newMaker(seed)
	if err != nil {
		return err
	}
	puzzles, err := m.collect(puzzle.Weeks, func(games, found int) {
		if games%500 == 0 {
			fmt.Fprintf(os.Stderr, "%d games, %d puzzles\n", games, found)
		}
	})
	if err != nil {
		return err
	}
	var file strings.Builder
	fmt.Fprintf(&file, "# made by internal/tools/puzzles -seed %d; package puzzle has the format\n", seed)
	for i := range puzzles {
		fmt.Fprintln(&file, puzzles[i].String())
	}
	return os.WriteFile(out, []byte(file.String()), 0o644)
}
