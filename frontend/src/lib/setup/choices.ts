/** What can be chosen for a game, and how it is read back from what a browser kept. Pure; choices.svelte.ts keeps it. */
import { COLOURS, type Clock, type Colour, type Starter } from '../protocol/entries'
import type { Advice } from '../protocol/rest'
import { readClock } from './clock'
import { FAMILIES, PRESETS, sizeProblem, type GameChoice, type Size } from './variant'

export const STARTERS = ['alternate', 'me', 'other', 'random', 'loser'] as const satisfies readonly Starter[]

export const ADVICE = ['none', '1', '2', 'both'] as const satisfies readonly Advice[]

export interface Choices extends GameChoice {
  /** of the AI that one plays against */
  level: string
  /** of AI against AI, by seat - 1 */
  levels: [string, string]
  /** of AI against AI: milliseconds between two moves */
  pace: number
  starter: Starter
  /** one's own, and the other's: never the same */
  colour: Colour
  otherColour: Colour
  clock: Clock | null
  advice: Advice
  /** listed for everybody */
  open: boolean
  name: string
  /** of whoever plays on the same device */
  otherName: string
}

export const DEFAULTS: Readonly<Choices> = {
  game: 'connect4',
  size: PRESETS.classic,
  placed: false,
  fair: true,
  level: 'normal',
  levels: ['normal', 'strong'],
  pace: 800,
  starter: 'alternate',
  colour: 'red',
  otherColour: 'yellow',
  clock: null,
  advice: 'none',
  open: false,
  name: '',
  otherName: '',
}

/** The slowest AI against AI, in milliseconds between two moves. */
export const MAX_PACE = 10_000

const text = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value.length <= 64 ? value : otherwise
const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)
const among = <T>(list: readonly T[], value: unknown, otherwise: T) =>
  list.includes(value as T) ? (value as T) : otherwise

/** Reads what was kept, which may be of an older page, of another one, or broken: each part stands for itself. */
export function readChoices(kept: string | null): Choices {
  let read: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(kept ?? '{}')
    if (typeof parsed === 'object' && parsed !== null) read = parsed as Record<string, unknown>
  } catch {
    // Nothing that can be read: as if nothing were kept.
  }
  const colour = among(COLOURS, read.colour, DEFAULTS.colour)
  return {
    game: among(FAMILIES, read.game, DEFAULTS.game),
    size: readSize(read.size),
    placed: flag(read.placed, DEFAULTS.placed),
    fair: flag(read.fair, DEFAULTS.fair),
    level: text(read.level, DEFAULTS.level),
    levels: readLevels(read.levels),
    pace: readPace(read.pace),
    starter: among(STARTERS, read.starter, DEFAULTS.starter),
    colour,
    otherColour: apart(colour, among(COLOURS, read.otherColour, DEFAULTS.otherColour), DEFAULTS.colour),
    clock: readClock(read.clock),
    advice: among(ADVICE, read.advice, DEFAULTS.advice),
    open: flag(read.open, DEFAULTS.open),
    name: text(read.name, DEFAULTS.name),
    otherName: text(read.otherName, DEFAULTS.otherName),
  }
}

function readSize(value: unknown): Size {
  const { columns, rows, align } = (value ?? {}) as Partial<Size>
  const size = { columns: Number(columns), rows: Number(rows), align: Number(align) }
  return sizeProblem(size) === null ? size : { ...DEFAULTS.size }
}

function readLevels(value: unknown): [string, string] {
  const [one, two] = Array.isArray(value) ? (value as unknown[]) : []
  return [text(one, DEFAULTS.levels[0]), text(two, DEFAULTS.levels[1])]
}

function readPace(value: unknown): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_PACE
    ? (value as number)
    : DEFAULTS.pace
}

/**
 * The other's colour once one's own is `own`: as it was, unless both would be the same; then the other takes the one that was
 * given up, and if that is the same again, the first that is free.
 */
export function apart(own: Colour, others: Colour, givenUp: Colour): Colour {
  if (others !== own) return others
  return givenUp !== own ? givenUp : COLOURS.find((colour) => colour !== own)!
}
