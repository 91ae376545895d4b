// Package archive finds, counts and imports finished games, on any store.
//
// It promises:
//
//   - A filter looks only at the record of a game. Statistics look at a bounded number of
//     records.
//   - Every imported game could have been played in a room. Rebuild replays it by the rules
//     and refuses an impossible game with a Flaw that says what is wrong.
//   - Importing a game again changes nothing.
package archive
