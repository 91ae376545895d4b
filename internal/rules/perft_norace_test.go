//go:build !race

package rules_test

import "math"

// maxPerft bounds the counts that TestPerft compares: here the table alone does.
const maxPerft = math.MaxUint64
