package cli

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// hasOwnWindow reports whether the console window was made for this program: no other process is attached to it. A
// shell that started the program would be.
// https://learn.microsoft.com/en-us/windows/console/getconsoleprocesslist
func hasOwnWindow() bool {
	var processes [2]uint32
	n, _, _ := windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList").Call(
		uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return n == 1
}
