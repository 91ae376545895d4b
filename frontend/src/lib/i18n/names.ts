/**
 * The names of games, levels and colours, in the person's language: the page's only table of them. names.test.ts compares
 * it with the hub's code.
 */
import type { Family } from '../games/game'
import { m } from '../paraglide/messages'
import type { Colour } from '../protocol/entries'

export const GAMES: Record<Family, () => string> = {
  connect4: m.setup_game_connect4,
  tictactoe: m.setup_game_tictactoe,
  force3: m.setup_game_force3,
}

/** From the weakest to the strongest. */
export const LEVELS: Record<string, () => string> = {
  random: m.level_random,
  'very-easy': m.level_very_easy,
  easy: m.level_easy,
  normal: m.level_normal,
  difficult: m.level_difficult,
  strong: m.level_strong,
  expert: m.level_expert,
  perfect: m.level_perfect,
}

export const COLOURS: Record<Colour, () => string> = {
  red: m.colour_red,
  yellow: m.colour_yellow,
  blue: m.colour_blue,
  green: m.colour_green,
  violet: m.colour_violet,
  white: m.colour_white,
}

/** The name of a game; an unknown game keeps its identifier. */
export const gameName = (game: Family): string => GAMES[game]?.() ?? game

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name, enclosed if it has letters from right to left, so that the words around it keep their order (UAX 9, 2.4). */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)

/** The name of a level. In quotes: a custom level's own name, or else its depth; and the text of an unknown level. */
export const levelName = (level: string): string =>
  LEVELS[level]?.() ?? m.level_own_name({ name: isolated(level.replace(/.*:(.*name=)?|,.*/g, '')) })

/** The name of a colour; an unknown colour keeps its identifier. */
export const colourName = (colour: Colour): string => COLOURS[colour]?.() ?? colour
