// Package inside answers how the AI's search finds a move: its tree, and what it costs by
// different techniques.
//
// It promises:
//
//   - A tree is that of the levels' own search, which package minimax watches.
//   - One look takes at most Budget of one core and MaxNodes for each search, and its
//     report has at most MaxTree nodes.
//   - All looks of a hub together take at most half of the cores that Slots has.
//
// Its users must limit who may ask, and how often.
package inside
