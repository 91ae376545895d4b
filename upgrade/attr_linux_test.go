package upgrade

import "syscall"

// attributes make the system kill a child when this process ends, even if this process is killed.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
