import { readFileSync } from 'node:fs'
import { render } from 'svelte/server'
import { expect, it, vi } from 'vitest'
import {
  formatTurn,
  initialState,
  legalTurns,
  otherSide,
  playTurn,
  slidFrom,
  type Options,
  type State,
  type Turn,
} from '../games/force3rules'

// Each message returns its key and its inputs, so these tests do not depend on the wording.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))
const { default: Force3Table } = await import('./Force3Table.svelte')

const VARIANTS: [file: string, Options][] = [
  ['force3', { placed: false, fair: false, report: false }],
  ['force3-placed', { placed: true, fair: false, report: false }],
  ['force3-report', { placed: false, fair: false, report: true }],
]

/** The rows of the table: its rules, each with one cell for each variant. */
function rows(): Record<string, string[]> {
  const cells = (html: string, tag: string) =>
    [...html.matchAll(new RegExp(`<${tag} [^>]*>([^<]*)<`, 'g'))].map(([, text]) => text!)
  const body = render(Force3Table).body.split('<tbody')[1]!
  return Object.fromEntries(
    body
      .split('<tr')
      .slice(1)
      .map((row) => [cells(row, 'th')[0]!.replace('rules_compare_', ''), cells(row, 'td')]),
  )
}

/** The states of many random games, each with its legal turns and the way of the hole in the turn before. */
function* walk(options: Options): Generator<{ state: State; turns: Turn[]; last: number[] }> {
  let seed = 1
  const random = (n: number) => {
    seed = (seed * 48271) % 0x7fffffff
    return seed % n
  }
  for (let game = 0; game < 300; game++) {
    let last: number[] = []
    let state = initialState()
    for (let ply = 0; ply < 16; ply++) {
      const turns = legalTurns(state, options)
      yield { state, turns, last }
      const turn = turns[random(turns.length)]!
      last = wayOf(turn, state)
      state = playTurn(state, turn)
    }
  }
}

const apart = (a: number, b: number) => [
  Math.abs(Math.ceil(a / 3) - Math.ceil(b / 3)),
  Math.abs(((a - 1) % 3) - ((b - 1) % 3)),
]

/** Where the hole goes in a turn. */
const wayOf = (turn: Turn, state: State) => [state.hole, ...slidFrom(turn, state.hole)]

/** What random games of a variant show, in the words of the table. */
function played(options: Options): Record<string, string> {
  const early = new Set<string>()
  const steps = new Set<string>()
  const takes = new Set<number>()
  const notations = new Set<string>()
  let [missing, bent, back, reversed] = [0, 0, 0, 0]
  for (const { state, turns, last } of walk(options)) {
    if (state.hands[state.side] > 0) for (const { is } of turns) early.add(is)
    const own = state.discs.filter((disc) => disc === state.side).length
    const free = state.discs.filter((disc) => disc === null).length - 1
    const moves = turns.filter((turn) => turn.is === 'moves')
    if (moves.length < own * free) missing++
    for (const { from, to } of moves) steps.add(apart(from, to).sort().join())
    for (const turn of turns) {
      const tiles = slidFrom(turn, state.hole)
      tiles.forEach((cell, i) => state.discs[cell - 1] === otherSide(state.side) && takes.add(i))
      if (tiles.length === 2) {
        notations.add(formatTurn(turn))
        if (!apart(tiles[1]!, state.hole).includes(0)) bent++
      }
      // After a slide of the opponent.
      if (last.length < 2 || tiles.length === 0) continue
      if (tiles.at(-1) === last[0]) back++
      if (wayOf(turn, state).reverse().join() === last.join()) reversed++
    }
  }
  expect(reversed).toBe(0)
  const diagonal = steps.has('1,1')
  return {
    start: early.size > 1 ? 'any' : 'place',
    disc: steps.size > 2 && missing === 0 ? 'anywhere' : diagonal ? 'king' : 'step',
    taken: takes.has(0) ? 'slides' : takes.has(1) ? 'second' : 'never',
    two: bent > 0 ? 'turn' : 'push',
    ban: back > 0 ? 'reverse' : 'back',
    notation: ['S3+', 'S2+3'].filter((one) => notations.has(one)).join(),
  }
}

it('tells the variants of Force 3 apart as they are played', () => {
  const table = rows()
  const found = VARIANTS.map(([, options]) => played(options))
  const rules = Object.keys(found[0]!)
  expect(Object.keys(table)).toEqual([...rules, 'best'])
  for (const rule of rules)
    expect(table[rule], rule).toEqual(
      found.map((facts) => (rule === 'notation' ? facts[rule] : `rules_compare_${facts[rule]}`)),
    )
})

it('says what best play leads to, as the exact values of the rules', () => {
  const best = VARIANTS.map(([file]) => {
    const lines = readFileSync(
      new URL(`../../../../internal/rules/testdata/${file}.txt`, import.meta.url),
      'utf8',
    ).split('\n')
    /** The value of a position and the plies to its end. */
    const value = (position: string) =>
      lines
        .find((line) => line.startsWith(position))!
        .slice(position.length)
        .split(' ')
        .slice(1, 3)
    const [start, plies] = value('ssss.ssss r 3 3 -')
    if (start === 'D') return 'rules_compare_draw'
    expect([start, value('rsss.ssss b 2 3 -')[0]]).toEqual(['W', 'D'])
    return `rules_compare_wins ${plies}`
  })
  expect(rows().best).toEqual(best)
})
