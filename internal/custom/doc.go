// Package custom reads and writes custom levels: a depth and the weights of an evaluation, which
// a player has chosen. It is the only Go package that knows their text form:
//
//	custom:depth=7,open3=100,open2=10,open1=1,margin=5,name=Ada
//
// It promises:
//
//   - A level has one canonical text. Parse accepts its settings in any order and returns
//     the level. String writes the canonical text, so two levels are equal if and only if their texts are equal.
//   - A text has at most MaxLength bytes, and every level fits.
//   - An error is an *Error with a sentence for people.
//
// Package minimax plays custom levels; package room seats them. docs/teach/levels.md explains the
// settings to players.
package custom
