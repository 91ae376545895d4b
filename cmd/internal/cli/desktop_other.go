//go:build !windows

package cli

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// hasOwnWindow reports whether the program runs in a graphical session and not in a terminal.
func hasOwnWindow() bool {
	graphical := os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
	return graphical && !term.IsTerminal(os.Stdin.Fd()) && !term.IsTerminal(os.Stdout.Fd())
}
