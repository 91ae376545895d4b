package main

import (
	"runtime"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
)

// defaultProcs is GOMAXPROCS as the runtime or the operator has set it.
var defaultProcs = runtime.GOMAXPROCS(0)

// procs returns how many processors of the Go scheduler (GOMAXPROCS) a hub has whose default
// is n. With a file store it has one more: the goroutine that waits for the disk keeps its
// processor until the scheduler's monitor takes it away, up to 10 ms later. On one core, nothing
// else would run meanwhile.
func procs(storeURL string, n int) int {
	if strings.HasPrefix(storeURL, cli.FileScheme) {
		return n + 1
	}
	return n
}
