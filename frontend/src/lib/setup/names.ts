/** The names of boards and variants, in the person's language. */
import type { Family } from '../games'
import { gameName } from '../i18n/names'
import { m } from '../paraglide/messages'
import { sizeOf, type Size } from './variant'

/** A board size: `7 × 6`. The alignment is added if it is not four. */
export function sizeText({ columns, rows, align }: Size): string {
  const sides = m.setup_size({ columns, rows })
  return align === 4 ? sides : `${sides}, ${m.setup_align({ align })}`
}

/** What a variant is besides its game: nothing if the game has only one variant. Unknown parts stay as they are. */
export function boardParts(variant: string): string[] {
  const size = sizeOf(variant)
  if (size) return [sizeText(size)]
  const parts = variant.split(':').slice(1)
  const words: Record<string, () => string> = {
    placed: m.setup_placed_short,
    fair: m.setup_fair_short,
    report: m.setup_report_short,
  }
  return parts.map((part) => words[part]?.() ?? part)
}

/** The same in one text. */
export const boardName = (variant: string): string => boardParts(variant).join(', ')

/** The name of a variant: `Connect Four, 9 × 7`. */
export function variantName(variant: string): string {
  const family = variant.split(':')[0]! as Family
  return [gameName(family), boardName(variant)].filter(Boolean).join(', ')
}
