package main

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// skipped lists folders without handwritten files, and the folder of this program, which
// contains the banned phrases.
var skipped = []string{"node_modules", "dist", "paraglide", "testdata", "shots", "bin", "internal/tools/prose"}

// readers has, by file name extension, the functions that find the prose of a file.
var readers = map[string]func(text string) content{
	".md":     markdown,
	".yaml":   descriptions,
	".go":     goComments,
	".ts":     scriptComments,
	".js":     scriptComments,
	".mjs":    scriptComments,
	".svelte": scriptComments,
	".lua":    luaComments,
}

// proseFiles returns the names of the files to check, in order.
func proseFiles(root fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && isSkipped(name):
			return fs.SkipDir
		case !entry.IsDir() && isProse(name):
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

func isSkipped(folder string) bool {
	return strings.HasPrefix(path.Base(folder), ".") || slices.Contains(skipped, folder) ||
		slices.Contains(skipped, path.Base(folder))
}

func isProse(name string) bool {
	inDocs := strings.HasPrefix(name, "docs/")
	switch path.Ext(name) {
	case ".md":
		return inDocs || path.Dir(name) == "."
	case ".yaml":
		return inDocs
	}
	return readers[path.Ext(name)] != nil
}
