//go:build unix

package bot

import (
	"os/exec"
	"syscall"
)

// inGroup gives the program a process group of its own, and returns a function that kills the group.
func inGroup(cmd *exec.Cmd) (kill func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
