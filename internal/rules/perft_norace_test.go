//go:build !race

package rules_test

import "math"

// maxPerft is the largest count that TestPerft compares. Without the race detector there
// is no limit.
const maxPerft = math.MaxUint64
