package room

import (
	"fmt"
)

// ExpireID returns the ID of the Expire that follows entry n. Time may run out in every
// game of a room but only once after each entry, however many processes sweep.
func ExpireID(n uint64) string { return fmt.Sprintf("expire-%d", n) }

// CreditID returns the ID of the Credit that follows entry n: if several processes saw an
// outage, only the first credits it.
func CreditID(n uint64) string { return fmt.Sprintf("credit-%d", n) }
