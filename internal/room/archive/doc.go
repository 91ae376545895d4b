// Package archive finds, counts and imports finished games, on any store.
//
// It promises:
//
//   - A filter depends on the record of a game alone. Statistics look at a bounded number
//     of records.
//   - An imported game is one that a room could have had. Rebuild plays it again by the
//     rules, and refuses every other game with a Flaw that says what is wrong.
//   - Importing a game again changes nothing.
package archive
