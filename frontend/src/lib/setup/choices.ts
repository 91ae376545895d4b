/** The options of a game, and how they are read from the browser's storage. Pure; choices.svelte.ts stores them. */
import { COLOURS, type Clock, type Colour, type Starter } from '../protocol/entries'
import { isObject } from '../protocol/json'
import type { Advice } from '../protocol/rest'
import { readClock } from './clock'
import { FAMILIES } from '../games'
import { PRESETS, sizeProblem, type GameChoice, type Size } from './variant'

export const STARTERS = ['alternate', 'me', 'other', 'random', 'loser'] as const satisfies readonly Starter[]

export const ADVICE = ['none', '1', '2', 'both'] as const satisfies readonly Advice[]

export interface Choices extends GameChoice {
  /** of an AI opponent */
  level: string
  /** of AI against AI, by seat - 1 */
  levels: [string, string]
  /** of AI against AI: milliseconds between two moves */
  pace: number
  starter: Starter
  /** never equal to otherColour */
  colour: Colour
  otherColour: Colour
  clock: Clock | null
  advice: Advice
  /** whether the lobby lists the room */
  open: boolean
  /** whether others than the players may watch */
  spectators: boolean
  /** whether what the AI thinks is shown during the game */
  thoughts: boolean
  name: string
  /** of the other player on the same device */
  otherName: string
}

export const DEFAULTS: Readonly<Choices> = {
  game: 'connect4',
  size: PRESETS.classic,
  placed: false,
  fair: true,
  report: false,
  level: 'normal',
  levels: ['normal', 'strong'],
  pace: 800,
  starter: 'alternate',
  colour: 'red',
  otherColour: 'yellow',
  clock: null,
  advice: 'none',
  open: false,
  spectators: true,
  thoughts: false,
  name: '',
  otherName: '',
}

/** The slowest AI against AI, in milliseconds between two moves. */
export const MAX_PACE = 10_000

const textOr = (value: unknown, fallback: string) =>
  typeof value === 'string' && value.length <= 256 ? value : fallback
const booleanOr = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback)
const oneOf = <T>(list: readonly T[], value: unknown, fallback: T) =>
  list.includes(value as T) ? (value as T) : fallback

/** Reads stored options. They may be old, foreign or broken: each invalid part gets its default. */
export function readChoices(stored: unknown): Choices {
  const read = isObject(stored) ? stored : {}
  const colour = oneOf(COLOURS, read.colour, DEFAULTS.colour)
  return {
    game: oneOf(FAMILIES, read.game, DEFAULTS.game),
    size: readSize(read.size),
    placed: booleanOr(read.placed, DEFAULTS.placed),
    fair: booleanOr(read.fair, DEFAULTS.fair),
    report: booleanOr(read.report, DEFAULTS.report),
    level: textOr(read.level, DEFAULTS.level),
    levels: readLevels(read.levels),
    pace: readPace(read.pace),
    starter: oneOf(STARTERS, read.starter, DEFAULTS.starter),
    colour,
    otherColour: differentColour(
      colour,
      oneOf(COLOURS, read.otherColour, DEFAULTS.otherColour),
      DEFAULTS.colour,
    ),
    clock: readClock(read.clock),
    advice: oneOf(ADVICE, read.advice, DEFAULTS.advice),
    open: booleanOr(read.open, DEFAULTS.open),
    spectators: booleanOr(read.spectators, DEFAULTS.spectators),
    thoughts: booleanOr(read.thoughts, DEFAULTS.thoughts),
    name: textOr(read.name, DEFAULTS.name),
    otherName: textOr(read.otherName, DEFAULTS.otherName),
  }
}

function readSize(value: unknown): Size {
  const { columns, rows, align } = (value ?? {}) as Partial<Size>
  const size = { columns: Number(columns), rows: Number(rows), align: Number(align) }
  return sizeProblem(size) === null ? size : { ...DEFAULTS.size }
}

function readLevels(value: unknown): [string, string] {
  const [one, two] = Array.isArray(value) ? (value as unknown[]) : []
  return [textOr(one, DEFAULTS.levels[0]), textOr(two, DEFAULTS.levels[1])]
}

function readPace(value: unknown): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_PACE
    ? (value as number)
    : DEFAULTS.pace
}

/**
 * Returns the other player's colour after a player has changed from `previous` to `own`. It stays `others`, unless that
 * equals `own`. Then it becomes `previous`, or the first different colour if `previous` equals `own` too.
 */
export function differentColour(own: Colour, others: Colour, previous: Colour): Colour {
  if (others !== own) return others
  return previous !== own ? previous : COLOURS.find((colour) => colour !== own)!
}
