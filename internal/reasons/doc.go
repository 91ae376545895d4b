// Package reasons finds short reasons why one side wins a position of Connect Four.
//
// It promises:
//
//   - Every reason is proved: the winner wins against every reply of the loser. Prove checks
//     a reason again, without a solver.
//   - Find uses exact outcomes only to know where to look. A wrong outcome makes it miss a
//     reason. It cannot make it return a wrong one.
//   - The same position gives the same reason, unless the time runs out.
//
// A reason is one of these, from the easiest to the hardest to find:
//
//	AtOnce  The winner completes a line with the next disc.
//	Fork    One disc makes two threats.
//	Chain   Each disc of the winner makes a threat, which leaves one reply, until a disc makes two.
//	Safe    The winner wins with any safe moves at all.
//	Follow  The winner plays Moves and then follows a Plan, a rule for all its turns.
//	Each    The winner has a reason of its own against each reply of the loser.
//
// With the loser to move, AtOnce, Fork and Chain say that the winner has such a win against
// each reply.
//
// A Plan chooses the winner's moves by the first of these rules that applies:
//
//  1. Complete a line.
//  2. Take the cell where the loser would complete a line.
//  3. Take a safe cell that makes two threats.
//  4. Take a cell of First, the earliest in the list that is safe and can be taken.
//  5. If the loser has just taken a cell of one of Pairs, take the other cell of the pair, if it can be taken and is safe.
//  6. Play on top of the loser's last disc, if that is safe.
//  7. Take a cell of Spare, the earliest in the list that is safe and can be taken.
//  8. Take any safe cell of a column with an odd number of free cells.
//  9. Take any safe cell.
//
// A cell is safe if it is not in Never and the loser cannot complete a line on top of it.
// Where a rule leaves a choice, each choice is proved.
//
// "Play on top" is the follow-up strategy of Victor Allis, "A Knowledge-Based Approach of
// Connect-Four" (1988). It keeps one side's claim on all cells of one parity. That a single
// rule decides many positions that nobody has explained by threats was measured for this
// package: docs/teach/reasons.md has the figures. Proving a small program for the winner against
// all replies is the idea of WeakC4 (2Swap, 2025), whose code was not used.
package reasons
