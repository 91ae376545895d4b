package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/quatre/quatre/internal/minimax/reference"
	"github.com/quatre/quatre/internal/minimax/solver"
)

// makeSets makes the reference sets. It checks ctx between positions.
func makeSets(ctx context.Context, cfg benchConfig, stdout, stderr io.Writer) error {
	table := solver.NewTable(reference.Board, cfg.tableMiB<<20)
	for _, k := range cfg.kinds {
		k.Count = (k.Count + cfg.every - 1) / cfg.every
		set, err := reference.Generate(ctx, k, cfg.seed, solver.New(reference.Board, table), func(found int) {
			if found%(k.Count/5+1) == 0 {
				fmt.Fprintf(stderr, "%s: %d of %d\n", k.Name, found, k.Count)
			}
		})
		if err != nil {
			return err
		}
		name := filepath.Join(cfg.outDir, k.Name+".txt")
		if err := replaceFile(name, func(w io.Writer) error { return writeSet(w, k, cfg.seed, set) }); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "%s: %d positions\n", name, len(set))
	}
	return nil
}

// writeSet writes a set in the format of aiworker solve.
func writeSet(w io.Writer, k reference.Kind, seed uint64, set []reference.Position) error {
	out := bufio.NewWriter(w)
	b := reference.Board
	fmt.Fprintf(out, "# game connect4:%dx%d:%d, %s, made by aiworker bench -make with -seed %d: moves, exact score\n",
		b.Columns, b.Rows, b.Align, k.Name, seed)
	for _, p := range set {
		fmt.Fprintf(out, "%s %d\n", p.Moves, p.Score)
	}
	return out.Flush()
}
