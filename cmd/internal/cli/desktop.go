package cli

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// OpenedByClick reports whether somebody has opened the program in a file manager: without arguments,
// variables and a terminal, in a graphical session. A service has no such session, and tests and scripts give arguments
// or variables. From macOS' Finder, programs run in a terminal, so it is never true there.
func OpenedByClick(args []string) bool {
	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, envPrefix+"_") {
			return false
		}
	}
	return len(args) == 0 && hasOwnWindow()
}

// DataFolder returns the folder of this user's data of Quatre, where the system keeps such folders. It makes the folder.
func DataFolder() (string, error) {
	parent, err := os.UserConfigDir() // of Windows and macOS: AppData, Application Support
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		var home string
		home, err = os.UserHomeDir()
		parent = filepath.Join(home, ".local", "share")
		if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
			parent, err = data, nil
		}
	}
	folder := filepath.Join(parent, "quatre")
	return folder, errors.Join(err, os.MkdirAll(folder, 0o700))
}

// Answers reports whether a hub on this machine is ready at an address to listen on.
func Answers(ctx context.Context, addr string) bool {
	host, port, err := net.SplitHostPort(addr)
	if host == "" {
		addr = net.JoinHostPort("localhost", port)
	}
	return err == nil && askReady(ctx, addr, time.Second) == nil
}

// OpenBrowser shows a page in the user's browser. It does not wait for the browser.
func OpenBrowser(url string) error {
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	case "darwin":
		command = []string{"open", url}
	}
	cmd := exec.Command(command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
