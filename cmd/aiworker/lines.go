package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// openLines opens a file, or creates it, so that lines can be added at its end. It calls read with the lines that the file
// has, and then cuts off one that a killed run has not finished. If read refuses them, the file stays as it is.
func openLines(path string, read func(lines string) error) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(file)
	whole := strings.LastIndexByte(string(data), '\n') + 1
	if err == nil {
		if err = read(string(data[:whole])); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	if err == nil {
		err = file.Truncate(int64(whole))
	}
	if err == nil {
		_, err = file.Seek(int64(whole), io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}
