// Command notices lists the third-party code in the programs and in the page, with its
// licences.
//
//	go run ./internal/tools/notices         write docs/third-party.md
//	go run ./internal/tools/notices -texts  print all licence texts, for an image
//
// It must run at the root of the repository. It needs no network: it reads the module
// cache, frontend/bundled-packages.json, frontend/package-lock.json and, for the texts,
// frontend/node_modules. The test of this package fails if docs/third-party.md is out of date.
package main

import (
	"flag"
	"fmt"
	"os"
)

const listFile = "docs/third-party.md"

func main() {
	texts := flag.Bool("texts", false, "print the licence texts on standard output, and write no file")
	flag.Parse()
	if err := run(*texts); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(texts bool) error {
	if texts {
		return printTexts(os.Stdout, ".")
	}
	text, err := list(".")
	if err != nil {
		return err
	}
	return os.WriteFile(listFile, []byte(text), 0o644)
}
