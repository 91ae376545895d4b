package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// makePackage writes the Debian package of a program.
func (r *release) makePackage(t target, name, about string) error {
	content := func(source, destination, kind string, mode os.FileMode) *files.Content {
		return &files.Content{
			Source: source, Destination: destination, Type: kind, FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.time, Owner: "root", Group: "root"},
		}
	}
	unit := func(file string) *files.Content {
		return content("../systemd/"+file, "/usr/lib/systemd/system/"+file, files.TypeFile, 0o644)
	}
	info := &nfpm.Info{
		Name: name, Arch: t.processor, Platform: t.system, Version: r.plainVersion(), VersionSchema: "none", Section: "games", Priority: "optional",
		Maintainer: "Quatre <quatre@users.noreply.github.com>", Homepage: "https://github.com/quatre/quatre", Description: about, License: "MIT", MTime: r.time,
	}
	info.Deb.Compression = "gzip:9" // xz saves a tenth, and takes minutes
	info.Contents = files.Contents{
		content(r.program(t, name), "/usr/bin/"+name, files.TypeFile, 0o755),
		content(root+"/LICENSE", "/usr/share/doc/"+name+"/copyright", files.TypeFile, 0o644),
		content(r.notices(), "/usr/share/doc/"+name+"/THIRD_PARTY_NOTICES", files.TypeFile, 0o644),
	}
	switch name {
	case "quatre":
		info.Contents = append(info.Contents, unit("quatre.service"), unit("quatre@.service"),
			content("quatre.env", "/etc/quatre.env", files.TypeConfigNoReplace, 0o640),
			content("port443.conf", "/usr/share/quatre/port443.conf", files.TypeFile, 0o644))
		info.Scripts = nfpm.Scripts{PostInstall: "scripts/quatre.postinst", PreRemove: "scripts/quatre.prerm", PostRemove: "scripts/quatre.postrm"}
	case "quatre-worker": // it uses the user and the settings of quatre
		info.Contents = append(info.Contents, unit("quatre-worker@.service"))
		info.Depends = []string{"quatre (= " + r.plainVersion() + ")"}
		info.Scripts = nfpm.Scripts{PostInstall: "scripts/quatre-worker.postinst", PreRemove: "scripts/quatre-worker.prerm"}
	}
	f, err := os.Create(filepath.Join(r.out, name+"_"+r.plainVersion()+"_"+t.processor+".deb"))
	if err != nil {
		return err
	}
	return errors.Join(deb.Default.Package(nfpm.WithDefaults(info), f), f.Close())
}
