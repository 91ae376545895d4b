/** The texts of the options, in the person's language. */
import type { Family } from '../games'
import { capital } from '../i18n/capital'
import { m } from '../paraglide/messages'
import type { Choices } from './choices'
import { boardParts } from './names'
import { clockText } from './clocktext'
import { variantOf, type Preset } from './variant'

const HINTS: Record<Family, (inputs: { align: number }) => string> = {
  connect4: m.start_about_connect4,
  tictactoe: m.start_about_tictactoe,
  force3: m.start_about_force3,
}

/** A short description of a game. */
export const gameHint = (game: Family, align: number): string => HINTS[game]({ align })

const PRESETS: Record<Preset, () => string> = {
  classic: m.setup_classic,
  small: m.setup_small,
  large: m.setup_large,
  wide: m.setup_wide,
  giant: m.setup_giant,
}

export const presetName = (preset: Preset): string => PRESETS[preset]()

const STARTERS = {
  alternate: m.setup_starter_alternate,
  me: m.setup_starter_me,
  other: m.setup_starter_other,
  random: m.setup_starter_random,
  loser: m.setup_starter_loser,
} as const

export const starterName = (starter: Choices['starter']): string => STARTERS[starter]()

const ADVICE = {
  '1': m.setup_advice_short_me,
  '2': m.setup_advice_short_opponent,
  both: m.setup_advice_short_both,
} as const

/** The chosen options in one line: always the board and the clock, other options only if they are not the default. */
export function optionsSummary(choices: Choices): string {
  const { clock, advice, starter, open } = choices
  const words = [
    ...boardParts(variantOf(choices)),
    clockText(clock),
    starter !== 'alternate' && starterName(starter),
    advice !== 'none' && ADVICE[advice](),
    open && m.setup_open_short(),
  ].filter((word) => word !== false)
  return capital(words.join(' · '))
}
