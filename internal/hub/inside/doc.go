// Package inside shows how the AI's search finds a move: the tree of the search, and the effort
// of the search with different techniques.
//
// It promises:
//
//   - A tree comes from the search that the levels use. Package minimax records it.
//   - One look takes at most twice Budget of one core and MaxNodes for each search, and its
//     report has at most MaxTree nodes. While others wait, it takes less, and its report says so if it did not finish.
//   - With n slots, all looks of a hub together keep at most n/2 cores busy on average.
//   - Networks take turns, and so do the players of a network. Who waits is told a place (queue.go).
//
// Callers must limit who may request a look, and how often.
package inside
