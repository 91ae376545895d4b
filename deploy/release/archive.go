package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
)

// entry is a file or folder of an archive or image. A name with a slash at its end is a folder's.
type entry struct {
	name, source string
	mode         int64
	owner        int // user and group
}

// archive writes a program with its licences: a zip for Windows, otherwise a compressed tar.
func (r *release) archive(t target, name string) (err error) {
	folder := name + "_" + r.plainVersion() + "_" + t.String()
	file, write := folder+".tar.gz", r.writeTarGz
	if t.system == "windows" {
		file, write = folder+".zip", r.writeZip
	}
	program := r.program(t, name)
	f, err := os.Create(filepath.Join(r.out, file))
	if err != nil {
		return err
	}
	return errors.Join(write(f, []entry{
		{path.Join(folder, filepath.Base(program)), program, 0o755, 0},
		{path.Join(folder, "LICENSE"), root + "/LICENSE", 0o644, 0},
		{path.Join(folder, "THIRD_PARTY_NOTICES"), r.notices(), 0o644, 0},
	}), f.Close())
}

func (r *release) writeTarGz(w io.Writer, entries []entry) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression) // its header has no name and no time
	if err != nil {
		return err
	}
	return errors.Join(r.writeTar(z, entries), z.Close())
}

func (r *release) writeTar(w io.Writer, entries []entry) error {
	t := tar.NewWriter(w)
	for _, e := range entries {
		header := tar.Header{Name: e.name, Mode: e.mode, ModTime: r.time, Uid: e.owner, Gid: e.owner, Format: tar.FormatPAX}
		if e.source == "" {
			header.Typeflag = tar.TypeDir
			if err := t.WriteHeader(&header); err != nil {
				return err
			}
			continue
		}
		content, err := os.ReadFile(e.source)
		if err != nil {
			return err
		}
		header.Typeflag, header.Size = tar.TypeReg, int64(len(content))
		if err := t.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := t.Write(content); err != nil {
			return err
		}
	}
	return t.Close()
}

func (r *release) writeZip(w io.Writer, entries []entry) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, e := range entries {
		content, err := os.ReadFile(e.source)
		if err != nil {
			return err
		}
		f, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: r.time})
		if err != nil {
			return err
		}
		if _, err := f.Write(content); err != nil {
			return err
		}
	}
	return z.Close()
}
