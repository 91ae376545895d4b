//go:build !linux

package upgrade

import "syscall"

// attributes: here, only the end of a test ends its processes.
func attributes() *syscall.SysProcAttr { return nil }
