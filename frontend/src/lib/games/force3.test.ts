import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gameOf, loadGames } from '.'
import { m } from '../paraglide/messages'
import { force3 } from './force3'
import {
  legalTurns,
  playTurn,
  parseTurn,
  initialState,
  formatTurn,
  type Options,
  type State,
} from './force3rules'

await loadGames()

const PLAIN: Options = { placed: false, fair: false, report: false }
const PLACED: Options = { placed: true, fair: false, report: false }
const REPORT: Options = { placed: false, fair: false, report: true }
const OPTIONS: Record<string, Options> = { force3: PLAIN, 'force3:placed': PLACED, 'force3:report': REPORT }
const game = force3(PLAIN)
const at = (moves: string, view = game) => view.at(moves.split(' ').filter(Boolean), 1)
/** The locks of slides that would undo the last turn. */
const bans = (moves: string, view = game) =>
  at(moves, view)
    .locks.map((lock) => ({ ...lock, reason: lock.reason() }))
    .filter(({ reason }) => /undo|revers/.test(reason))
const offered = (moves: string, view = game) => at(moves, view).choices.map(({ move }) => move)

/** Counts the sequences of `depth` turns. No game ends within these depths. */
function perft(options: Options, depth: number, state: State = initialState()): number {
  if (depth === 0) return 1
  return legalTurns(state, options).reduce(
    (sum, turn) => sum + perft(options, depth - 1, playTurn(state, turn)),
    0,
  )
}

describe('legal turns of Force 3', () => {
  it('match the perft tables', () => {
    expect([1, 2, 3, 4].map((depth) => perft(PLAIN, depth))).toEqual([12, 132, 1924, 26316])
    expect([1, 2, 3, 4].map((depth) => perft(PLACED, depth))).toEqual([8, 56, 336, 1680])
    expect([1, 2, 3, 4].map((depth) => perft(REPORT, depth))).toEqual([20, 296, 4288, 57596])
  })

  it('are all offered as choices', () => {
    const count = (variant: string, moves: string[], depth: number): number =>
      depth === 0
        ? 1
        : gameOf(variant)!
            .at(moves, 2)
            .choices.reduce((sum, { move }) => sum + count(variant, [...moves, move], depth - 1), 0)
    expect([1, 2, 3].map((depth) => count('force3', [], depth))).toEqual([12, 132, 1924])
    expect([1, 2, 3].map((depth) => count('force3:placed', [], depth))).toEqual([8, 56, 336])
    expect([1, 2, 3].map((depth) => count('force3:report', [], depth))).toEqual([20, 296, 4288])
    expect([1, 2].map((depth) => count('force3:fair', [], depth))).toEqual([4, 4 * 11])
    expect([1, 2].map((depth) => count('force3:placed:fair', [], depth))).toEqual([4, 4 * 7])
  })

  const lines = readFileSync(new URL('./testdata/force3.txt', import.meta.url), 'utf8').split('\n')
  it.each(lines.filter((line) => line && !line.startsWith('#')))('%s', (line) => {
    const [variant, board, side, red, blue, ban, count, best] = line.split(' ') as [string, ...string[]]
    const discs = [...board!].map((c) => (c === 'r' ? 0 : c === 'b' ? 1 : null))
    const state: State = {
      side: side === 'r' ? 0 : 1,
      hole: board!.indexOf('.') + 1,
      discs,
      hands: [Number(red), Number(blue)],
      ban: '',
      ply: 10,
    }
    // If the banned cell is two cells away, the slide of two tiles is banned.
    const inLine = (a: number, b: number) => Math.abs(a - b) === 2 || Math.abs(a - b) === 6
    if (ban !== '-') state.ban = `S${ban}${inLine(Number(ban), state.hole) ? '+' : ''}`
    const turns = legalTurns(state, OPTIONS[variant!]!).map(formatTurn)
    expect(turns).toHaveLength(Number(count))
    expect(new Set(turns).size).toBe(turns.length)
    expect(turns).toEqual(expect.arrayContaining(best!.split(',')))
  })

  it('are parsed and formatted consistently', () => {
    for (const move of ['P5', 'M3-6', 'S2', 'S3+', 'S2+3']) expect(formatTurn(parseTurn(move)!)).toBe(move)
    for (const move of ['', 'P0', 'p5', 'M3', 'S2-', 'S2-3', 'S2+0', 'P5+3', 'S10', 'P5 '])
      expect(parseTurn(move)).toBeNull()
  })
})

describe('the view of Force 3', () => {
  it('converts cell numbers', () => {
    const { tiles, discs } = at('P1')
    expect(tiles.map(({ cell }) => cell).sort()).toEqual([0, 1, 2, 3, 5, 6, 7, 8])
    expect(discs.filter(({ cell }) => cell !== null)).toMatchObject([{ cell: 6, seat: 1, ply: 0 }])
  })

  it('moves a disc with its tile', () => {
    const before = at('P2')
    const after = at('P2 S2')
    const tileKeyAt = (cell: number, { tiles }: typeof before) =>
      tiles.find((tile) => tile.cell === cell)!.key
    expect(tileKeyAt(4, after)).toBe(tileKeyAt(7, before))
    expect(after.discs.find(({ cell }) => cell === 4)!.key).toBe(
      before.discs.find(({ cell }) => cell === 7)!.key,
    )
    expect(after.last).toEqual({ cell: 4, source: { cell: 7 } })
  })

  it('slides two tiles towards the hole', () => {
    const { tiles, last } = at('S2 S8+')
    expect(tiles.some(({ cell }) => cell === 1)).toBe(false) // the hole is on 8 in the game's notation
    expect(tiles).toHaveLength(8)
    expect(last).toEqual({ cell: 7, source: { cell: 1 } })
  })

  it('locks the slide that would undo the last one, for one turn', () => {
    const { choices } = at('S2')
    expect(bans('S2')).toEqual([{ cell: 4, spots: ['5', '2'], reason: m.board_banned({ cell: 5 }) }])
    expect(choices.map(({ move }) => move)).not.toContain('S5')
    expect(bans('S2 P1')).toEqual([])
    expect(offered('S2 P1')).toContain('S5')
  })

  it('allows a single slide back after a double slide', () => {
    const moves = offered('S2 S8+')
    expect(moves).toContain('S5')
    expect(moves).not.toContain('S2+')
  })

  it('slides two tiles one after the other in force3:report', () => {
    const report = force3(REPORT)
    const { tiles, last, discs, choices } = at('P3 P1 S2+3', report)
    expect(tiles.some(({ cell }) => cell === 8)).toBe(false) // the hole is on 3 in the game's notation
    expect(discs.filter(({ cell }) => cell !== null).map(({ cell }) => cell)).toEqual([7, 6])
    expect(last).toEqual({ cell: 4, source: { cell: 8 }, via: { cell: 7 } })
    // Tile 2 carries the opponent's disc now. The two slides must not be reversed, but may go on.
    expect(choices.filter(({ move }) => move.startsWith('S')).map(({ move }) => move)).toEqual([
      'S6',
      'S6+5',
      'S6+9',
    ])
    expect(bans('P3 P1 S2+3', report)).toEqual([])
    expect(bans('S2+3', report)).toEqual([{ cell: null, spots: ['3 2', '5'], reason: m.board_reverse() }])
    expect(bans('S2', report)).toMatchObject([{ cell: 4, reason: m.board_banned_alone({ cell: 5 }) }])
    expect(offered('S2', report)).toContain('S5+8')
  })

  it('counts repetitions of a position', () => {
    const told = (moves: string) => [at(moves).times, at(moves).note()]
    expect(told('S2')).toEqual([1, ''])
    // Each disc goes one step and back, which repeats the position.
    const walk = 'P1 P9 M1-2 M9-8 M2-1 M8-9'
    expect(told(walk)).toEqual([2, m.board_repeated({ times: 2 })])
    expect(told(`${walk} M1-2 M9-8 M2-1 M8-9`)).toEqual([3, m.board_repeated({ times: 3 })])
  })

  it('takes discs from the hand', () => {
    const { hands, discs, turn } = game.at(['P1', 'P9', 'P3'], 2)
    expect(hands).toEqual([2, 1])
    expect(turn).toBe(1)
    expect(discs.filter(({ cell, seat }) => cell === null && seat === 1).map(({ slot }) => slot)).toEqual([
      0, 1,
    ])
  })

  it('has a different pair of spots for every turn', () => {
    const all: [Options, string][] = [
      ...['', 'P1 P9', 'P1 P9 P3 P7 S2', 'P1 P3 P7 P9 P2 P4 S6'].map((moves): [Options, string] => [
        PLAIN,
        moves,
      ]),
      ...['', 'P1 P9', 'P1 P9 P3 P7 S2', 'P1 P3 P7 P9 P2 P4'].map((moves): [Options, string] => [
        REPORT,
        moves,
      ]),
    ]
    for (const [options, moves] of all) {
      const { choices } = at(moves, force3(options))
      const ways = choices.flatMap(({ from, to, either }) => [
        `${from} ${to}`,
        ...(either ? [`${to} ${from}`] : []),
      ])
      expect(new Set(ways).size).toBe(ways.length)
    }
  })

  it('starts fair games in a corner', () => {
    const fair = gameOf('force3:fair')!
    expect(offered('', fair)).toEqual(['P1', 'P3', 'P7', 'P9'])
    expect(at('P2 P1', fair).discs.filter(({ cell }) => cell !== null)).toHaveLength(1)
    expect(offered('P1', fair)).toHaveLength(11)
    const corners = ({ locks }: ReturnType<typeof at>) =>
      locks.filter(({ reason }) => reason === m.refused_fair_start).map(({ spots }) => spots.join())
    expect(corners(at('', fair))).toEqual(['2', '4', '5', '6', '8'])
    expect(corners(at('P1', fair))).toEqual([])
  })

  it('allows only placing until all discs lie, with the option `placed`', () => {
    const placed = force3(PLACED)
    expect(offered('P1 P3 P2 P4 P6', placed).every((move) => move.startsWith('P'))).toBe(true)
    const afterPlacing = offered('P1 P3 P2 P4 P6 P9', placed)
    expect(afterPlacing.some((move) => move.startsWith('P'))).toBe(false)
    // 8 is free and next to the hole; 4 carries the opponent's disc.
    expect(afterPlacing).toContain('S8')
    expect(afterPlacing).not.toContain('S4')
    expect(afterPlacing).toContain('M6-8')
    expect(afterPlacing).not.toContain('M1-8')
  })
})

it('writes turns in signs, for readers of every language', () => {
  const signs = ['P5', 'M3-5', 'S4', 'S7+', 'S2+3'].map((move) => game.short(move))
  expect(signs).toEqual(['•5', '3→5', '4⇒', '7⇒⇒', '2+3⇒'])
})

it('has keys for the hole and the hand of the player who is to move', () => {
  const withKey = (key: string, moves: string) =>
    at(moves).spots.flatMap(({ keys, place }) => (keys.includes(key) ? [place] : []))
  expect(withKey('0', 'P1 P2 S8')).toEqual([{ cell: 1 }])
  expect(withKey('+', 'P1')).toEqual([{ hand: 2 }])
})
