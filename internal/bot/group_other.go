//go:build !unix

package bot

import "os/exec"

// inGroup returns a function that kills the program.
func inGroup(cmd *exec.Cmd) (kill func()) {
	return func() { _ = cmd.Process.Kill() }
}
