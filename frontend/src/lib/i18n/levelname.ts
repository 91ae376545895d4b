/** The names of the AI's levels. The start page needs them without the other texts about a room (roomtext.ts). */
import { m } from '../paraglide/messages'

const LEVELS: Record<string, () => string> = {
  'very-easy': m.level_very_easy,
  easy: m.level_easy,
  normal: m.level_normal,
  difficult: m.level_difficult,
  strong: m.level_strong,
  expert: m.level_expert,
  perfect: m.level_perfect,
}

/** The name of a level. In quotes: a custom level's own name, or else its depth; and the text of an unknown level. */
export const levelName = (level: string): string =>
  LEVELS[level]?.() ?? m.level_own_name({ name: level.replace(/.*:(.*name=)?|,.*/g, '') })
