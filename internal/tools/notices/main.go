// Command notices prints the licence texts of Quatre and of all third-party code in its programs and
// its page, for an image or a release:
//
//	go run ./internal/tools/notices > THIRD_PARTY_NOTICES
//
// It must run at the root of the repository. It needs no network: it reads the module
// cache, frontend/bundled-packages.json, frontend/package-lock.json and frontend/node_modules. The
// test of this package fails if a dependency has a licence that nobody has accepted.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	all, err := dependencies(".")
	if err == nil {
		err = writeTexts(os.Stdout, slices.Insert(all, 0, dependency{name: "Quatre", folder: "."}))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func writeTexts(out io.Writer, list []dependency) error {
	rule := strings.Repeat("=", 80)
	for _, d := range list {
		texts, err := licenceTexts(d.folder)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		title := strings.TrimSpace(d.name + " " + d.version)
		if _, err := fmt.Fprintf(out, "%s\n%s\n%s\n\n%s\n\n", rule, title, rule, strings.Join(texts, "\n\n")); err != nil {
			return err
		}
	}
	return nil
}

// dependencies returns the modules in the programs, and then the packages in the page.
func dependencies(root string) ([]dependency, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	inPrograms, err := modules(root)
	if err != nil {
		return nil, err
	}
	inPage, err := packages(root)
	return append(inPrograms, inPage...), err
}
