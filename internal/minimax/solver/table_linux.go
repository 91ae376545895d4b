package solver

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page on common processors.
const hugePage = 2 << 20

// adviseHugePages asks the system to use large pages for the words. Random access then
// needs fewer address translations. It is not an error if the system refuses.
func adviseHugePages(words []uint64) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(words)))
	skip := int(-start % hugePage / 8) // words before the first large page
	if len(words)-skip < hugePage/8 {
		return
	}
	size := (len(words) - skip) * 8
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&words[skip])), size), syscall.MADV_HUGEPAGE)
}
