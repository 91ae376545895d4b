import { describe, expect, it, vi } from 'vitest'
import { extent, CELL, type Shape } from '../board/board'
import { connect4 } from '../games/connect4'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../room/testing'
import { emojiPicture } from './picture'
import { stubStorage } from '../testing/storage'
import { lossesInRow } from './losses'
import { nextLevel, outcome, placeOf, rains, wonLine, type Outcome } from './result'

// Unit tests run without the message catalogue: each message returns its key and its inputs.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))
const { resultHow, resultTitle, shareText } = await import('./text')

const MOVES = [...'4343434']
const tower = { winner: 1 as const, reason: 'line' as const, cells: [3, 10, 17, 24] }
const moved = (move: string, i: number): DraftEntry => ({
  type: 'moved',
  data: { seat: i % 2 === 0 ? 1 : 2, move, ms: 900, ...(i === 6 && { end: tower }) },
})
const me = { id: ANA, colour: 'red' as const }
const ai = (level: string) => ({ level, colour: 'yellow' as const })
/** A game that seat 1 has won with a column, as `page` sees it. */
const won = (page = ANA, created = {}) => roomOf(log(created, ...MOVES.map(moved)), page)
const ended = (entry: DraftEntry, page = ANA) => roomOf(log({}, moved('4', 0), entry), page)

describe('the winning line', () => {
  it.each([
    [[3, 10, 17, 24], 'column', 4],
    [[1, 2, 3, 4, 5], 'row', 5],
    [[8, 16, 24, 32], 'diagonal', 4],
    [[3, 9, 15, 21], 'diagonal', 4],
    [[0, 1, 2, 3, 10, 17, 24], 'lines', 7],
  ])('%j is a %s', (cells, shape, count) => {
    expect(wonLine(cells, 7)).toEqual({ shape, count })
  })

  it('of a small board can be a diagonal too', () => {
    expect(wonLine([2, 4, 6], 3)).toEqual({ shape: 'diagonal', count: 3 })
  })

  it('does not exist without cells', () => {
    expect(wonLine(undefined, 7)).toBeNull()
  })
})

describe('the place of the result', () => {
  const shape: Shape = { look: 'plate', columns: 7, rows: 6, lane: true }
  const { top, height } = extent(shape)

  it.each([[[3, 10, 17, 24]], [[17, 24, 31, 38]], [[0, 1, 2, 3]], [[38, 39, 40, 41]], [[14, 22, 30, 38]]])(
    'does not reach into the row of a cell of %j',
    (cells) => {
      const { side, kept } = placeOf(cells, shape)
      for (const cell of cells) {
        const row = Math.floor(cell / 7)
        const upper = ((5 - row) * CELL - top) / height
        const lower = ((6 - row) * CELL - top) / height
        if (side === 'above') expect(1 - kept).toBeLessThanOrEqual(upper + 1e-9)
        else expect(kept).toBeGreaterThanOrEqual(lower - 1e-9)
      }
    },
  )

  it('is the whole board if no line won', () => {
    expect(placeOf(undefined, shape).kept).toBe(0)
  })

  it('is aside if the line goes over a whole small board', () => {
    expect(placeOf([0, 4, 8], { look: 'tray', columns: 3, rows: 3, lane: false }).side).toBe('aside')
    expect(placeOf([0, 3, 6], { look: 'tiles', columns: 3, rows: 3, lane: false }).side).toBe('aside')
  })
})

describe('who gets what', () => {
  it('the winner rain, the loser none', () => {
    expect([outcome(won()), rains(won())]).toEqual(['won', true])
    expect([outcome(won(ZOE)), rains(won(ZOE))]).toEqual(['lost', false])
    expect([outcome(won('eve')), rains(won('eve'))]).toEqual(['watched', false])
  })

  it('the next level up after a win, and down after two losses in a row, if there is one', () => {
    const levels = ['easy', 'normal', 'strong']
    const against = (level: string) => nextLevel(won(ANA, { players: [me, ai(level)] }), levels, 0)
    expect(against('normal')).toEqual({ seat: 2, level: 'strong' })
    expect(against('strong')).toBeNull()
    expect(against('custom:depth=3')).toBeNull()
    const lost = (level: string, losses = 2) =>
      nextLevel(won(ANA, { players: [ai(level), { ...me, colour: 'blue' }] }), levels, losses)
    expect(lost('normal')).toEqual({ seat: 1, level: 'easy' })
    expect(lost('normal', 1)).toBeNull()
    expect(lost('easy')).toBeNull()
    expect(nextLevel(won(), levels, 2)).toBeNull()
  })

  it('losses in a row count each game once, and for one level', () => {
    const storage = stubStorage()
    const games: [game: string, level: string, how: Outcome, count: number][] = [
      ['a/1', 'easy', 'lost', 1],
      ['a/2', 'easy', 'lost', 2],
      ['a/2', 'easy', 'lost', 2],
      ['b/1', 'easy', 'lost', 3],
      ['b/2', 'normal', 'lost', 1],
      ['b/3', 'normal', 'drawn', 0],
      ['b/4', 'normal', 'lost', 1],
      ['b/5', 'normal', 'won', 0],
    ]
    for (const [game, level, how, count] of games) expect(lossesInRow(game, level, how)).toBe(count)
    storage['quatre.losses'] = '{"level":"easy","count":"x"}'
    expect(lossesInRow('c/1', 'easy', 'lost')).toBe(1)
    vi.unstubAllGlobals()
  })
})

describe('the words', () => {
  it('say who won and how', () => {
    expect([resultTitle(won()), resultHow(won())]).toEqual([
      'status_you_win',
      'result_column Ana 4 result_moves 7',
    ])
    expect(resultTitle(won(ZOE))).toBe('result_title_lost')
    expect(resultHow(won(ZOE))).toBe('result_lost_column Ana 4 result_moves 7')
  })

  it('say whose time, patience or presence ended', () => {
    const after = 'result_moves 1'
    const resigned: DraftEntry = {
      type: 'resigned',
      data: { seat: 1, end: { winner: 2, reason: 'resigned' } },
    }
    expect(resultHow(ended(resigned))).toBe(`result_by_resigning_you ${after}`)
    expect(resultHow(ended(resigned, ZOE))).toBe(`result_by_resigning Ana ${after}`)
    const flagged: DraftEntry = { type: 'flagged', data: { seat: 2, end: { winner: 1, reason: 'time' } } }
    expect(resultHow(ended(flagged))).toBe(`result_time Zoé ${after}`)
    expect(resultHow(ended(flagged, ZOE))).toBe(`result_time_you ${after}`)
    const claimed: DraftEntry = {
      type: 'claimed',
      data: { seat: 1, away: 9, end: { winner: 1, reason: 'left' } },
    }
    expect(resultHow(ended(claimed))).toBe(`result_left Zoé ${after}`)
    const drawn: DraftEntry = { type: 'drawn', data: { seat: 2, end: { winner: 0, reason: 'agreed' } } }
    expect([resultTitle(ended(drawn)), resultHow(ended(drawn))]).toEqual([
      'status_draw',
      `result_agreed ${after}`,
    ])
  })

  it('can be shared with a picture of the board', () => {
    const [, title, how, ...picture] = shareText(won()).split('\n')
    expect([title, how]).toEqual(['result_share_won Zoé', 'result_column Ana 4 result_moves 7'])
    expect(picture).toEqual(['⚫⚫⚫🔴⚫⚫⚫', '⚫⚫🟡🔴⚫⚫⚫', '⚫⚫🟡🔴⚫⚫⚫', '⚫⚫🟡🔴⚫⚫⚫'])
  })
})

it('there is no picture of a board that is too wide for a message', () => {
  const giant = connect4(15, 15, 5)
  expect(emojiPicture(giant, giant.at(['1'], 1), ['red', 'blue'])).toBe('')
})
