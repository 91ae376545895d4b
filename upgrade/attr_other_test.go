//go:build !linux

package upgrade

import "syscall"

// attributes are empty: on this system only the cleanup of a test ends its processes.
func attributes() *syscall.SysProcAttr { return nil }
