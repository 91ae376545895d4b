package upgrade

import "syscall"

// attributes make the system kill a child process when this process ends, even if it is killed.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
