// Package analysis defines the questions that people ask about positions, and the answers.
//
// It promises:
//
//   - Positions that differ only by a symmetry of the board share one Question, and so one
//     answer.
//   - A Study translates the answer back into moves of the position that the person asked
//     about.
//   - All types are values with one JSON form, which stores keep and clients read.
//
// Package storage queues the questions and keeps the answers. Package aiworker answers the
// questions.
package analysis
