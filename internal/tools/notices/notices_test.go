package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

func TestIdentify(t *testing.T) {
	tests := []struct{ file, text, want string }{
		{"LICENSE", "Apache License\n   Version 2.0, January 2004", "Apache-2.0"},
		{"LICENSE.txt", "Permission is hereby granted, free of charge, to any person\nobtaining a copy of this software", "MIT"},
		{"LICENCE-MIT", "permission is hereby granted, free of charge, to any person obtaining a copy of this software", "MIT"},
		{"LICENSE-Vera", "Permission is hereby granted, free of charge, to any person obtaining a copy\nof the fonts accompanying this license", "Bitstream-Vera"},
		{"COPYING", "Redistributions in binary form must reproduce the above\ncopyright notice", "BSD-2-Clause"},
		{"LICENSE", "Redistributions in binary form must reproduce the above copyright notice\n" +
			"may be used to endorse or promote products derived from\nthis software", "BSD-3-Clause"},
		{"LICENSE", "Apache License Version 2.0 ... Permission is hereby granted, free of charge, to any person obtaining a copy of this software", "Apache-2.0 AND MIT"},
	}
	for _, test := range tests {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, test.file), []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := identify(folder); got != test.want || err != nil {
			t.Errorf("%s with %q: got %q, %v; want %s", test.file, test.text, got, err, test.want)
		}
	}
	folder := t.TempDir()
	if _, err := identify(folder); err == nil {
		t.Error("a folder without a licence was accepted")
	}
	if err := os.WriteFile(filepath.Join(folder, "LICENSE"), []byte("All rights reserved"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := identify(folder); !errors.Is(err, errUnknownLicence) {
		t.Errorf("an unknown licence: got error %v", err)
	}
}

// A program with code under these licences may be distributed if the licence texts come with it.
// To add a licence to the list is a decision.
func TestLicencesAreAccepted(t *testing.T) {
	accepted := []string{
		"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0",
		"Bitstream-Vera", // for fonts: like MIT, but nobody may sell the fonts alone, or give changed ones the same name
	}
	all, err := dependencies(root)
	if err != nil || len(all) < 20 {
		t.Fatalf("%d dependencies, %v", len(all), err)
	}
	for _, d := range all {
		for _, licence := range strings.Split(d.licence, " AND ") {
			if !slices.Contains(accepted, licence) {
				t.Errorf("%s has the licence %s, want one of %v", d.name, licence, accepted)
			}
		}
	}
}

func TestTexts(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"LICENSE.md": "The licence.\n", "NOTICE": "The notice.\n", "README.md": "Not this."} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := writeTexts(&out, []dependency{{name: "a/b", version: "v1", folder: folder}}); err != nil {
		t.Fatal(err)
	}
	rule := strings.Repeat("=", 80)
	if want := rule + "\na/b v1\n" + rule + "\n\nThe licence.\n\nThe notice.\n\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if err := writeTexts(&out, []dependency{{name: "a/b", folder: t.TempDir()}}); err == nil {
		t.Error("a dependency without a licence was accepted")
	}
}
