//go:build !race

package rules_test

import "math"

// maxPerft bounds the counts that TestPerft compares. Here there is no bound.
const maxPerft = math.MaxUint64
