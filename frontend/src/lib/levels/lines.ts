/** A line about each AI level, in the person's language. docs/levels.md says what each line means exactly. */
import { m } from '../paraglide/messages'

const LINES: Record<string, () => string> = {
  'very-easy': m.level_line_very_easy,
  easy: m.level_line_easy,
  normal: m.level_line_normal,
  difficult: m.level_line_difficult,
  strong: m.level_line_strong,
  expert: m.level_line_expert,
  perfect: m.level_line_perfect,
}

/** What to expect of a level. All custom levels have one line. */
export const levelLine = (level: string): string => LINES[level]?.() ?? m.level_line_own()
