package solver

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page on the processors that matter here.
const hugePage = 2 << 20

// adviseHugePages asks for the words to stand on large pages, which spares most of
// the translations of addresses that random access costs. A system that refuses is
// slower, and no error.
func adviseHugePages(words []uint64) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(words)))
	skip := int(-start % hugePage / 8) // words before the first large page
	if len(words)-skip < hugePage/8 {
		return
	}
	size := (len(words) - skip) * 8
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(&words[skip])), size), syscall.MADV_HUGEPAGE)
}
