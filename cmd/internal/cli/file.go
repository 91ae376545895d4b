package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// WriteFile writes a file with the permissions mode. It writes to a temporary file in the same
// folder, flushes that to the disk and then renames it, so a file called name is complete. After an error, of
// write or of the disk, what name was before is unchanged.
func WriteFile(name string, mode os.FileMode, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.partial")
	if err != nil {
		return err
	}
	if err = errors.Join(write(f), f.Chmod(mode), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
