package chaos

import "syscall"

// attributes make Linux kill a child process when this process dies, however it dies.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
