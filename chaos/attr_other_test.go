//go:build !linux

package chaos

import "syscall"

// attributes are empty: only the cleanup of a test ends its processes here.
func attributes() *syscall.SysProcAttr { return nil }
