// Package limits decides how many requests, rooms, imports, analyses, sockets and frames one
// hub grants to an address or a player.
//
// It promises:
//
//   - The number of counters is bounded. Addresses and players beyond Limits.Tracked share one
//     allowance.
//   - The players of an address share what it is granted, and the addresses of a site too. Who has
//     used the most is refused first, and a new identity gains nothing (shares.go).
//   - A refusal says after how long the same request may be granted.
//   - Time is an argument. Nothing waits, and there is no goroutine.
//
// Each hub counts alone: a client that spreads requests over several hubs is granted as much
// by each of them. docs/security.md says what each limit protects against.
//
// How it works: Callers finds out where a request comes from. Guard counts the requests,
// rooms, imports and sockets of addresses and players, a Pacer the frames of one socket, a
// Quota the analyses of each player.
package limits
