package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

const introduction = `# Third-party code

This code by others is built into the programs and the page of Quatre. ` + "`make notices`" + ` writes this file. A test fails
if it is out of date.

Anybody who distributes a program must distribute these licence texts with it. The image has them all in one file,
` + "`/THIRD_PARTY_NOTICES`" + `. The programs themselves do not contain them. If you distribute a program that you built, add
the output of:

    go run ./internal/tools/notices -texts > THIRD_PARTY_NOTICES

The list is for Linux. A program for another system can contain a few other modules. Quatre changes none of this code:
the source of a module is at its address, at the version given here.

The image also contains the CA certificates of Alpine's package
[ca-certificates](https://pkgs.alpinelinux.org/package/edge/main/x86_64/ca-certificates) (MPL-2.0 AND MIT).
`

// list returns the text of docs/third-party.md.
func list(root string) (string, error) {
	inPrograms, inPage, err := dependencies(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(introduction)
	b.WriteString("\n## Go modules in the programs\n\n| module | version | licence |\n|---|---|---|\n")
	for i, d := range inPrograms {
		name := fmt.Sprintf("[%s](https://pkg.go.dev/%[1]s@%s)", d.name, d.version)
		if i == 0 {
			name = fmt.Sprintf("[%s](https://go.dev/LICENSE)", d.name)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, d.version, d.licence)
	}
	b.WriteString("\n## npm packages in the page\n\n| package | version | licence |\n|---|---|---|\n")
	for _, d := range inPage {
		fmt.Fprintf(&b, "| [%s](https://www.npmjs.com/package/%[1]s/v/%s) | %[2]s | %s |\n", d.name, d.version, d.licence)
	}
	return b.String(), nil
}

// printTexts writes the licence text of Quatre, and then those of all code by others in the
// programs and the page.
func printTexts(out io.Writer, root string) error {
	inPrograms, inPage, err := dependencies(root)
	if err != nil {
		return err
	}
	return writeTexts(out, slices.Concat([]dependency{{name: "Quatre", folder: root}}, inPrograms, inPage))
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

func dependencies(root string) (inPrograms, inPage []dependency, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return nil, nil, err
	}
	if inPrograms, err = modules(root); err != nil {
		return nil, nil, err
	}
	inPage, err = packages(root)
	return inPrograms, inPage, err
}
