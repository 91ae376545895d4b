/** A line about each AI level, in the person's language. docs/teach/levels.md says what each line means exactly. */
import { m } from '../paraglide/messages'

type Line = () => string

/** The best level. Where it is exact, the line says what the one who plays against it can get. */
const PERFECT: Record<string, Line> = {
  'connect4:7x6:4': m.level_line_perfect_first,
  tictactoe: m.level_line_perfect_draw,
  force3: m.level_line_perfect_first,
  'force3:placed': m.level_line_perfect_first,
  'force3:fair': m.level_line_perfect_draw,
  'force3:placed:fair': m.level_line_perfect_draw,
  'force3:report': m.level_line_perfect_draw,
}

/** The lines that are true of a game. */
function linesOf(variant: string): Record<string, Line> {
  const inConnect4 = variant.startsWith('connect4')
  const inTicTacToe = variant === 'tictactoe'
  return {
    random: m.level_line_random,
    'very-easy': m.level_line_very_easy,
    // A row of three has no gap that a level would overlook.
    easy: inConnect4 ? m.level_line_easy : m.level_line_easy_small,
    normal: m.level_line_normal,
    difficult: m.level_line_difficult,
    strong: inTicTacToe ? m.level_line_strong_tictactoe : m.level_line_strong,
    expert: inTicTacToe ? m.level_line_expert_tictactoe : m.level_line_expert,
    perfect: PERFECT[variant] ?? m.level_line_perfect,
  }
}

/** What to expect of a level in a game. All custom levels have one line. */
export const levelLine = (level: string, variant: string): string =>
  linesOf(variant)[level]?.() ?? m.level_line_own()
