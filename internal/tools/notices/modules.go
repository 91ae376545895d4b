package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// dependency is a module or a package that somebody else wrote.
type dependency struct {
	name    string
	version string
	licence string // its SPDX identifier
	folder  string // where its licence texts are
}

// modules returns the Go modules that the programs are built from, sorted by name, with Go
// itself first. On every machine it lists the modules of a build for Linux on amd64.
func modules(root string) ([]dependency, error) {
	goroot, errR := goCommand(root, "env", "GOROOT")
	version, errV := goCommand(root, "list", "-m", "-f", "{{.GoVersion}}")
	packages, errP := goCommand(root, "list", "-deps", "-json=Module", "./cmd/...")
	if err := cmp.Or(errR, errV, errP); err != nil {
		return nil, err
	}
	found := []dependency{{
		name: "Go runtime and standard library", version: strings.TrimSpace(string(version)) + " or later",
		folder: strings.TrimSpace(string(goroot)),
	}}
	for d := json.NewDecoder(bytes.NewReader(packages)); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if m := p.Module; m != nil && !m.Main {
			found = append(found, dependency{name: m.Path, version: m.Version, folder: m.Dir})
		}
	}
	slices.SortFunc(found[1:], func(a, b dependency) int { return cmp.Compare(a.name, b.name) })
	found = slices.Compact(found)
	for i, d := range found {
		var err error
		if found[i].licence, err = identify(d.folder); err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
	}
	return found, nil
}

func goCommand(root string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOFLAGS=-mod=readonly")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}

// packages returns the npm packages whose code is in the page. Their names are in
// frontend/bundled-packages.json, which the build of the page checks.
func packages(root string) ([]dependency, error) {
	var names []string
	if err := readJSON(filepath.Join(root, "frontend/bundled-packages.json"), &names); err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version, License string }
	}
	if err := readJSON(filepath.Join(root, "frontend/package-lock.json"), &lock); err != nil {
		return nil, err
	}
	var found []dependency
	for _, name := range names {
		p, ok := lock.Packages["node_modules/"+name]
		if !ok || p.License == "" {
			return nil, fmt.Errorf("frontend/package-lock.json has no licence for the package %s", name)
		}
		found = append(found, dependency{name, p.Version, p.License, filepath.Join(root, "frontend/node_modules", name)})
	}
	return found, nil
}

func readJSON(name string, into any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
