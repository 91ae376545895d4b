package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile matches the names of files that must come with a copy of a program. A file PATENTS
// need not, because it is a grant.
var licenceFile = regexp.MustCompile(`(?i)^(?:licen[cs]e|copying|notice)(?:[.-].*)?$`)

// licenceTexts returns the licence and notice files of a folder, in order of name.
func licenceTexts(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, strings.TrimSpace(string(text)))
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("there is no licence in %s", folder)
	}
	return texts, nil
}

// marks lists licences by SPDX identifier, with words by which identify recognises their texts.
var marks = []struct{ licence, words string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License, version 2.0"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived from this software"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright notice"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
	{"Bitstream-Vera", "Permission is hereby granted, free of charge, to any person obtaining a copy of the fonts accompanying this license"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee is hereby granted"},
}

var errUnknownLicence = errors.New("the licence is unknown: add it to marks in licence.go")

// identify returns the SPDX expression of the licences in a folder, such as "MIT" or
// "Apache-2.0 AND MIT". A folder may have several licences, for different files.
func identify(folder string) (string, error) {
	texts, err := licenceTexts(folder)
	if err != nil {
		return "", err
	}
	text := strings.ToLower(strings.Join(strings.Fields(strings.Join(texts, " ")), " "))
	var found []string
	for _, m := range marks {
		coveredByBSD3 := m.licence == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause") // BSD-3-Clause contains the words of BSD-2-Clause
		if !coveredByBSD3 && strings.Contains(text, strings.ToLower(m.words)) {
			found = append(found, m.licence)
		}
	}
	if len(found) == 0 {
		return "", errUnknownLicence
	}
	return strings.Join(found, " AND "), nil
}
