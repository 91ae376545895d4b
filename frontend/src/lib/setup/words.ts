/** Games, boards and clocks in the person's language. */
import type { Family } from '../games'
import { language } from '../i18n/locale.svelte'
import { m } from '../paraglide/messages'
import type { Clock } from '../protocol/entries'
import type { Choices } from './choices'
import { inUnits, type Unit } from './clock'
import { placedFair, type Preset, type Size } from './variant'

const GAMES: Record<Family, () => string> = {
  connect4: m.setup_game_connect4,
  tictactoe: m.setup_game_tictactoe,
  force3: m.setup_game_force3,
}

export const gameName = (game: Family): string => GAMES[game]()

const ABOUT: Record<Exclude<Family, 'connect4'>, () => string> = {
  tictactoe: m.start_about_tictactoe,
  force3: m.start_about_force3,
}

/** A game in half a sentence. */
export const aboutGame = (game: Family, align: number): string =>
  game === 'connect4' ? m.start_about_connect4({ align }) : ABOUT[game]()

const PRESETS: Record<Preset, () => string> = {
  classic: m.setup_classic,
  small: m.setup_small,
  large: m.setup_large,
  wide: m.setup_wide,
  giant: m.setup_giant,
}

export const presetName = (preset: Preset): string => PRESETS[preset]()

/** A board, as `7 × 6`; the alignment is told where it is not the four of the game's name. */
export function sizeWords({ columns, rows, align }: Size): string {
  const sides = m.setup_size({ columns, rows })
  return align === 4 ? sides : `${sides}, ${m.setup_align({ align })}`
}

/** A variant without the name of its game; empty when the game has but one form. One that is not known: as it is. */
export function boardOf(variant: string): string {
  const match = /^connect4:(\d+)x(\d+):(\d+)$/.exec(variant)
  if (match) {
    const [columns, rows, align] = match.slice(1).map(Number) as [number, number, number]
    return sizeWords({ columns, rows, align })
  }
  const parts = variant.split(':').slice(1)
  const words: Record<string, () => string> = { placed: m.setup_placed_short, fair: m.setup_fair_short }
  return parts.map((part) => words[part]?.() ?? part).join(', ')
}

/** A variant in words: `Connect Four, 9 × 7`. */
export function variantName(variant: string): string {
  const family = variant.split(':')[0]! as Family
  return [GAMES[family]?.() ?? family, boardOf(variant)].filter(Boolean).join(', ')
}

const UNITS: Record<Unit, (count: { count: string }) => string> = {
  s: m.setup_s,
  min: m.setup_min,
  h: m.setup_h,
  day: ({ count }) => m.setup_day({ count: Number(count) }),
}

/** A length of time, in milliseconds, in its largest whole unit: `90 s`, `2 min`, `1 day`. */
export function timeWords(ms: number): string {
  const { count, unit } = inUnits(ms)
  const number = unit === 'day' ? String(count) : new Intl.NumberFormat(language.now).format(count)
  return UNITS[unit]({ count: number })
}

/** A clock: `3 min + 2 s a move`. */
export function clockWords(clock: Clock | null | undefined): string {
  if (!clock) return m.setup_no_clock()
  if ('move' in clock) return m.setup_each_move({ time: timeWords(clock.move) })
  const base = timeWords(clock.base)
  if (clock.increment === 0) return m.setup_base_only({ base })
  return m.setup_base_increment({ base, increment: timeWords(clock.increment) })
}

/** A clock as players write it, for little room: `3+2`, `10 s`. */
export function clockShort(clock: Clock): string {
  if ('move' in clock) return timeWords(clock.move)
  const number = new Intl.NumberFormat(language.now, { maximumFractionDigits: 1 })
  return `${number.format(clock.base / 60_000)}+${clock.increment / 1000}`
}

const STARTERS = {
  alternate: m.setup_starter_alternate,
  me: m.setup_starter_me,
  other: m.setup_starter_other,
  random: m.setup_starter_random,
  loser: m.setup_starter_loser,
} as const

export const starterName = (starter: Choices['starter']): string => STARTERS[starter]()

const ADVICE = {
  '1': m.setup_advice_short_1,
  '2': m.setup_advice_short_2,
  both: m.setup_advice_short_both,
} as const

/** What is chosen, in one line: the board and the clock always, the rest where it is not as at first. */
export function summary(choices: Choices, offered: readonly string[] = []): string {
  const { game, size, clock, advice, placed, fair, starter, open } = choices
  const words = [
    game === 'connect4' && sizeWords(size),
    game === 'force3' && placed && m.setup_placed_short(),
    game === 'force3' && fair && (!placed || placedFair(offered)) && m.setup_fair_short(),
    clockWords(clock),
    starter !== 'alternate' && starterName(starter),
    advice !== 'none' && ADVICE[advice](),
    open && m.setup_open_short(),
  ].filter((word) => word !== false)
  const line = words.join(' · ')
  return line.charAt(0).toLocaleUpperCase(language.now) + line.slice(1)
}
