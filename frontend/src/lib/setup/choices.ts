/** The options of a game, and how they are read from the browser's storage. Pure; choices.svelte.ts stores them. */
import { COLOURS, type Clock, type Colour, type Starter } from '../protocol/entries'
import { MAX_BYTES } from '../levels/text'
import { isObject } from '../protocol/json'
import type { Advice } from '../protocol/rest'
import { clockProblem } from './clock'
import { FAMILIES } from '../games'
import { PRESETS, sizeProblem, type GameChoice, type Size } from './variant'

export const STARTERS = ['alternate', 'me', 'other', 'random', 'loser'] as const satisfies readonly Starter[]

const ADVICE = ['none', '1', '2', 'both'] as const satisfies readonly Advice[]

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
  level: 'easy',
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
const MAX_PACE = 10_000

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string' && value.length <= MAX_BYTES
const isBoolean: Check = (value) => typeof value === 'boolean'
const isOneOf =
  (list: readonly unknown[]): Check =>
  (value) =>
    list.includes(value)

/** Of the options that are neither a free text nor a yes or no. */
const CHECKS: Partial<Record<keyof Choices, Check>> = {
  game: isOneOf(FAMILIES),
  size: (value) => isObject(value) && sizeProblem(value as unknown as Size) === null,
  levels: (value) => Array.isArray(value) && value.length === 2 && value.every(isText),
  pace: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_PACE,
  starter: isOneOf(STARTERS),
  colour: isOneOf(COLOURS),
  otherColour: isOneOf(COLOURS),
  clock: (value) => isObject(value) && clockProblem(value as Clock) === null,
  advice: isOneOf(ADVICE),
}

const checkOf = (key: keyof Choices): Check =>
  CHECKS[key] ?? (typeof DEFAULTS[key] === 'string' ? isText : isBoolean)

/** Reads stored options. They may be old, foreign or broken: each invalid part gets its default. */
export function readChoices(stored: unknown): Choices {
  const read = isObject(stored) ? stored : {}
  const valid = Object.keys(DEFAULTS).filter((key) => checkOf(key as keyof Choices)(read[key]))
  const choices: Choices = {
    ...structuredClone(DEFAULTS),
    ...Object.fromEntries(valid.map((key) => [key, read[key]])),
  }
  choices.otherColour = differentColour(choices.colour, choices.otherColour, DEFAULTS.colour)
  return choices
}

/**
 * Returns the other player's colour after a player has changed from `previous` to `own`. It stays `others`, unless that
 * equals `own`. Then it becomes `previous`, or the first different colour if `previous` equals `own` too.
 */
export function differentColour(own: Colour, others: Colour, previous: Colour): Colour {
  if (others !== own) return others
  return previous !== own ? previous : COLOURS.find((colour) => colour !== own)!
}
