package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// writeComponents writes the list of third-party code (SBOM): the modules that the linker has put into the
// programs, and the packages in the page.
func (r *release) writeComponents() error {
	found := map[string]cyclonedx.Component{} // by package URL
	add := func(kind, name, version string) {
		link := "pkg:" + kind + "/" + strings.NewReplacer("%2F", "/", "@", "%40").Replace(url.PathEscape(name)) + "@" + url.PathEscape(version)
		found[link] = cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, BOMRef: link, PackageURL: link, Name: name, Version: version}
	}
	built, err := filepath.Glob(filepath.Join(r.work, "*_*", "*"))
	if err != nil {
		return err
	}
	for _, program := range built {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return err
		}
		add("golang", "std", strings.TrimPrefix(info.GoVersion, "go"))
		for _, module := range info.Deps {
			add("golang", module.Path, module.Version)
		}
	}
	if err := pagePackages(add); err != nil {
		return err
	}
	list := slices.SortedFunc(maps.Values(found), func(a, b cyclonedx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	bom := cyclonedx.NewBOM()
	bom.Components = &list
	bom.Metadata = &cyclonedx.Metadata{
		Timestamp: r.time.Format("2006-01-02T15:04:05Z"),
		Component: &cyclonedx.Component{Type: cyclonedx.ComponentTypeApplication, BOMRef: "quatre", Name: "quatre", Version: r.plainVersion()},
	}
	f, err := os.Create(filepath.Join(r.out, "quatre_"+r.plainVersion()+".cdx.json"))
	if err != nil {
		return err
	}
	return errors.Join(cyclonedx.NewBOMEncoder(f, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom), f.Close())
}

// pagePackages adds the packages whose code is in the page. The page's build checks their list.
func pagePackages(add func(kind, name, version string)) error {
	var names []string
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	for file, into := range map[string]any{"bundled-packages.json": &names, "package-lock.json": &lock} {
		text, err := os.ReadFile(filepath.Join(root, "frontend", file))
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			return err
		}
	}
	for _, name := range names {
		add("npm", name, lock.Packages["node_modules/"+name].Version)
	}
	return nil
}
