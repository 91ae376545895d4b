package room

import (
	"fmt"
)

// expireID names an Expire after the entry that it follows: time may run out in
// every game of a room, but only once after each entry, however many sweep.
func ExpireID(n uint64) string { return fmt.Sprintf("expire-%d", n) }

// creditID names a Credit after the entry that it follows, as expireID does: of
// several processes that saw one outage the first one credits it.
func CreditID(n uint64) string { return fmt.Sprintf("credit-%d", n) }
