package chaos

import "syscall"

// attributes make a process die when this one does, even if this one is killed.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
