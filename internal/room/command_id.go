package room

import "fmt"

// ValidCommandID reports whether a player may give a command this ID: the ID has 1 to
// MaxCommandID bytes, both as it is and in JSON. Entries store the ID in JSON.
func ValidCommandID(id string) bool {
	return id != "" && len(id) <= MaxCommandID && len(appendString(nil, id))-len(`""`) <= MaxCommandID
}

// ExpireID returns the ID of the Expire that follows entry n. Several processes that sweep
// after the same entry send the same command, and only one is carried out.
func ExpireID(n uint64) string { return fmt.Sprintf("expire-%d", n) }

// CreditID returns the ID of the Credit that follows entry n. If several processes credit an
// outage after the same entry, only one Credit is carried out.
func CreditID(n uint64) string { return fmt.Sprintf("credit-%d", n) }
