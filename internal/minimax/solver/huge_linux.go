package solver

import (
	"syscall"
	"unsafe"
)

// hugePages asks for the words to stand on large pages, which spares the processor
// most of the translations of addresses that random access costs. Refusal is no error.
func hugePages(words []uint64) {
	const page = 2 << 20
	start := uintptr(unsafe.Pointer(unsafe.SliceData(words)))
	skip := (page - start%page) % page
	size := uintptr(len(words))*8 - min(skip, uintptr(len(words))*8)
	if size < page {
		return
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(&words[skip/8])), size)
	_ = syscall.Madvise(b, 14) // MADV_HUGEPAGE
}
