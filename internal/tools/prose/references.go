package main

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// repository holds the paths of the files, and the names of the tests, that prose can refer to.
type repository struct {
	root  fs.FS
	paths map[string]bool // paths of files and folders
	names map[string]bool // these paths, and every end of such a path: "room/play.go", "play.go"
	tests map[string]bool // names of test functions, and of the cases in their tables
}

func openRepository(root fs.FS) (repository, error) {
	r := repository{root: root, paths: map[string]bool{}, names: map[string]bool{}, tests: map[string]bool{}}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (path.Base(name) == "node_modules" || name == ".git") {
			return fs.SkipDir
		}
		r.paths[name] = true
		for end := name; end != ""; _, end, _ = strings.Cut(end, "/") {
			r.names[end] = true
		}
		return r.addTests(name)
	})
	return r, err
}

// addTests adds the names of the tests and cases in a file.
func (r repository) addTests(name string) error {
	if !strings.HasSuffix(name, "_test.go") && path.Base(path.Dir(name)) != "logtest" {
		return nil
	}
	text, err := fs.ReadFile(r.root, name)
	for _, m := range testOrCase.FindAllStringSubmatch(string(text), -1) {
		r.tests[m[1]+m[2]] = true
	}
	return err
}

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	docsPage = regexp.MustCompile(`\bdocs/[a-z0-9/_-]+\.(?:md|yaml)\b`)
	inCode   = regexp.MustCompile("`([A-Za-z0-9_./-]+)`")
	// sourceFile matches a file of the repository, with or without its folder.
	sourceFile = regexp.MustCompile(`^[a-z0-9_./-]+\.(?:go|ts|svelte|lua|mjs|sh)$`)
	// folder matches a path that begins at the top of the repository.
	folder = regexp.MustCompile(`^(?:bench|chaos|cmd|deploy|frontend|internal|scripts|upgrade)(?:/[a-z0-9_-]+)+$`)
	// testOrCase matches the function of a test, and the first field of a case in a table.
	testOrCase = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(|^\s*\{?"([A-Z]\w+)"[,:]`)
	// testName matches the name of a test, alone or with a case: TestConformance/Log/Deletes.
	testName = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z]\\w*(?:/\\w+)*)`")
	// built matches the results of a build.
	built    = regexp.MustCompile(`^frontend/(?:dist|node_modules|shots)\b`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	noAnchor = regexp.MustCompile(`[^\pL\pN_ -]`)
)

// references returns a finding for each link without a target, and for each name of a file,
// folder or test that does not exist. The changelog may name files of the past.
func (r repository) references(name, text string) []finding {
	var found []finding
	missing := func(l line, target string) {
		found = append(found, finding{l.number, fmt.Sprintf("%s does not exist", target)})
	}
	isMarkdown := path.Ext(name) == ".md"
	for _, l := range lines(text) {
		if !isMarkdown {
			for _, page := range docsPage.FindAllString(l.text, -1) {
				if !r.paths[page] {
					missing(l, page)
				}
			}
			continue
		}
		for _, m := range link.FindAllStringSubmatch(l.text, -1) {
			if !strings.Contains(m[1], "://") && !r.linkExists(name, m[1]) {
				missing(l, m[1])
			}
		}
		for _, m := range inCode.FindAllStringSubmatch(l.text, -1) {
			target := strings.TrimSuffix(strings.TrimPrefix(m[1], "./"), "/...")
			if name != "CHANGELOG.md" && !built.MatchString(target) &&
				(sourceFile.MatchString(target) && !r.names[target] || folder.MatchString(target) && !r.paths[target]) {
				missing(l, target)
			}
		}
		for _, m := range testName.FindAllStringSubmatch(l.text, -1) {
			if slices.ContainsFunc(strings.Split(m[1], "/"), func(part string) bool { return !r.tests[part] }) {
				missing(l, m[1])
			}
		}
	}
	return found
}

// linkExists reports whether a relative link of a Markdown file has a target.
func (r repository) linkExists(name, target string) bool {
	file, anchor, _ := strings.Cut(target, "#")
	if file == "" {
		file = name
	} else {
		file = path.Join(path.Dir(name), file)
	}
	if !r.paths[file] {
		return false
	}
	if anchor == "" || path.Ext(file) != ".md" {
		return true
	}
	text, err := fs.ReadFile(r.root, file)
	if err != nil {
		return false
	}
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		if anchorOf(m[1]) == anchor {
			return true
		}
	}
	return false
}

// anchorOf returns the anchor that GitHub gives a heading.
func anchorOf(heading string) string {
	return strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-")
}
