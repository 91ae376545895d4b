// Command prose finds faults that a program can see in prose: sentences that are too
// long, turns of phrase that have a plainer form, lines that are too wide, and
// references to files and tests that do not exist.
//
//	go run ./internal/tools/prose [FOLDER]
//
// It reads the documentation (Markdown at the top level and in docs, descriptions in
// docs/*.yaml) and the comments of Go, TypeScript, JavaScript, Svelte and Lua. It
// prints one line for each finding, as "file:line: message". The exit status is 1 if
// there is a finding, and 2 if a file cannot be read.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	os.Exit(run(root, os.Stdout, os.Stderr))
}

// run checks the files below root and returns the exit status.
func run(root string, out, stderr io.Writer) int {
	names, err := proseFiles(os.DirFS(root))
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	repo, err := openRepository(os.DirFS(root))
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	status := 0
	for _, name := range names {
		text, err := os.ReadFile(root + "/" + name)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 2
		}
		for _, f := range slices.Concat(check(name, string(text)), repo.references(name, string(text))) {
			fmt.Fprintf(out, "%s:%d: %s\n", name, f.line, f.message)
			status = 1
		}
	}
	return status
}
