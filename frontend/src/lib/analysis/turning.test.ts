import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { gameOf, loadGames, type GameView } from '../games'
import type { Analysis } from '../protocol/analysis'
import { otherSeat, turnAt, type Ending, type Seat } from '../protocol/entries'
import type { Reason } from '../protocol/schemas'
import type { Value } from '../protocol/value'
import { gameOver } from './gameover'
import { gradeMove, isMistake, nextMistake, type Grade } from './grade'
import { punishment, slipOf, winsInOne } from './slip'
import { answer, draw, loss, sure, win } from './testing'
import { movesThatHold, turningPoint, type Known, type Turning } from './turning'
import { exact, score } from './value'

// These tests run without the message catalogue.
vi.mock('../games/traytext', () => ({}))
await loadGames()

/** A lost game, with the exact values of the moves in each position, as the hub's analysis gave them. */
interface Lost {
  /** how the player who lost has chosen the moves: see the names of the tests */
  script: string
  variant: string
  first: Seat
  winner: Seat
  moves: string[]
  /** by ply, such as `4:+5 3:= 2:-8`: wins in 5 plies, draws, loses in 8 */
  values: string[]
}
const games = JSON.parse(readFileSync(new URL('./testdata/lost.json', import.meta.url), 'utf8')) as Lost[]

const valueOf = (text: string): Value => {
  const plies = Number(text.slice(1))
  return sure(text === '=' ? draw : text.startsWith('+') ? win(plies) : loss(plies))
}
const analysisOf = (text: string): Analysis =>
  answer(
    Object.fromEntries(
      text.split(' ').map((one) => {
        const [move, value] = one.split(':') as [string, string]
        return [move, valueOf(value)]
      }),
    ),
  )

/** The moves with which the player to move wins at once: each is tried out. */
function winning(view: GameView, moves: readonly string[]): string[] {
  const mover = turnAt(1, moves.length)
  return view
    .at(moves, 1)
    .choices.map(({ move }) => move)
    .filter((move) => gameOver(view, view.at([...moves, move], 1), moves.length + 1)?.winner === mover)
}

/** Whether the player to move loses at once with a move, by it or by the answer. */
function losesAtOnce(view: GameView, moves: readonly string[], move: string): boolean {
  const after = [...moves, move]
  const over = gameOver(view, view.at(after, 1), after.length)
  return over ? over.winner === turnAt(1, after.length) : winning(view, after).length > 0
}

function gradesOf({ variant, moves, values }: Lost) {
  const view = gameOf(variant)!
  return moves.map((move, i) =>
    gradeMove(analysisOf(values[i]!), move, slipOf(view, moves.slice(0, i), move)),
  )
}

const REASON: Reason = {
  kind: 'fork',
  grade: 'clear',
  cells: [3],
  proof: { positions: 0, ends: 1, zugzwang: 0 },
}
const NOTHING = { kept: () => false, reason: () => null }

/** The turning point. `end`: how the game ended, if not by a line; `kept`: see Known. */
function turningOf(game: Lost, end: Partial<Ending> = {}, known: Partial<Known> = {}): Turning | null {
  const grades = gradesOf(game)
  const ended = { ...game, end: { winner: game.winner, reason: 'line' as const, ...end } }
  return turningPoint(ended, { grade: (ply) => grades[ply]!, final: () => true, ...NOTHING, ...known })
}

describe.each(games)('a game lost by a player who $script', (game) => {
  const view = gameOf(game.variant)!
  const loser = otherSeat(game.winner)
  const values = game.values.map(analysisOf)
  const grades = gradesOf(game)
  const turning = turningOf(game)
  if (turning?.is !== 'found') throw new Error('it has a turning point')
  const { ply, grade } = turning
  const before = game.moves.slice(0, ply)
  const played = game.moves[ply]!

  it('has its turning point at a move of that player, which counts as a mistake', () => {
    expect(turnAt(game.first, ply)).toBe(loser)
    expect(isMistake(grade)).toBe(true)
    const side = loser === game.first ? 0 : 1
    const reached = [...game.moves.keys()].map((at) => nextMistake(grades, at - 1, side))
    expect(reached).toContain(ply)
    expect(grades[ply]).toEqual(grade)
  })

  it('names a better move, and says of both what is true', () => {
    const valueAt = (move: string) => exact(values[ply]!.moves.find((one) => one.move === move)!.value)!
    const [gave, kept] = [valueAt(played), valueAt(grade.better)]
    expect(score(kept)).toBeGreaterThan(score(gave))
    if (grade.is === 'blunder') {
      if (grade.slip === 'win') return expect(winning(view, before)).toContain(grade.better)
      // `it stopped it`
      expect(losesAtOnce(view, before, played)).toBe(true)
      expect(losesAtOnce(view, before, grade.better)).toBe(false)
      const shown = [...before, ...punishment(view, before, game.moves.slice(ply))]
      expect(gameOver(view, view.at(shown, game.first), shown.length)?.winner).toBe(game.winner)
    } else if (grade.is === 'mistake' && grade.from !== 'open') {
      // `it kept the win`, and the rest of the game shows that the opponent kept the result.
      expect([kept.result, gave.result]).toEqual([grade.from, 'loss'])
      for (let at = ply + 2; at < values.length; at += 2)
        expect(values[at]!.moves.every(({ value }) => exact(value)?.result === 'loss')).toBe(true)
    } else {
      // `nothing could stop it`, and `it held out longer`
      expect([kept.result, gave.result]).toEqual(['loss', 'loss'])
    }
  })

  it('has no overlooked win after it', () => {
    for (const [at, move] of game.moves.entries()) {
      if (at <= ply || turnAt(game.first, at) !== loser) continue
      const moves = game.moves.slice(0, at)
      const others = view.at(moves, 1).choices.map((choice) => choice.move)
      const stoppable = others.some((other) => !losesAtOnce(view, moves, other))
      expect([winning(view, moves), stoppable && losesAtOnce(view, moves, move)]).toEqual([[], false])
    }
  })
})

it.each([
  ['connect4:7x6:4', 20],
  ['connect4:4x4:3', 20],
  ['tictactoe', 20],
  ['force3', 2],
  ['force3:report', 2],
])('what was overlooked agrees with trying out all moves of %s', (variant, games) => {
  const view = gameOf(variant)!
  const seen = new Set<string>()
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let game = 0; game < games; game++) {
    const moves: string[] = []
    while (moves.length < 20 && !gameOver(view, view.at(moves, 1), moves.length)) {
      const all = view.at(moves, 1).choices.map((choice) => choice.move)
      const move = all[random(all.length)]!
      const wins = winning(view, moves)
      expect(winsInOne(view, moves, turnAt(1, moves.length))).toEqual(wins)
      const slip = slipOf(view, moves, move)
      const safe = all.filter((other) => !losesAtOnce(view, moves, other))
      const overlooked = wins.length > 0 ? !wins.includes(move) : !safe.includes(move) && safe.length > 0
      expect(slip !== null, `${variant} ${moves.join(' ')}, ${move}`).toBe(overlooked)
      if (slip) expect(slip.better).toEqual(wins.length > 0 ? wins : safe)
      if (slip) seen.add(slip.is)
      moves.push(move)
    }
  }
  const kinds = {
    connect4: ['gift', 'threat', 'win'],
    tictactoe: ['threat', 'win'],
    force3: ['chance', 'win'],
  }
  expect([...seen].sort()).toEqual(kinds[view.family])
})

describe('the turning point', () => {
  const [random] = games as [Lost]
  const far = { is: 'mistake', from: 'win', to: 'loss', better: '4', sight: 'far' } as const
  const near = { ...far, sight: 'near' } as const
  const blunder = { is: 'blunder', slip: 'win', better: '4' } as const
  const sooner = { is: 'sooner', plies: 4, best: 8, better: '5' } as const
  const best = { is: 'best' } as const
  /** Of a game in which seat 2 has lost, whose moves have these grades. */
  const of = (
    grades: readonly (Grade | null)[],
    more: Partial<Known> = {},
    reason: Ending['reason'] = 'line',
  ) =>
    turningPoint(
      {
        ...random,
        moves: grades.flatMap(() => ['1', '2']),
        first: 2,
        end: { winner: 1, reason },
      },
      { grade: (ply) => grades[ply / 2]!, final: () => true, ...NOTHING, ...more },
    )

  it('is the last mistake, or the blunder before one that was hard to see', () => {
    expect(of([blunder, near, best])).toMatchObject({ is: 'found', ply: 2, grade: near })
    expect(of([near, blunder, best])).toMatchObject({ is: 'found', ply: 2, grade: blunder })
    expect(of([blunder, far, sooner])).toMatchObject({ is: 'found', ply: 0, grade: blunder })
    expect(of([blunder, far, sooner], { reason: () => REASON })).toMatchObject({
      ply: 2,
      grade: far,
    })
    expect(of([blunder, far], { reason: () => undefined })).toEqual({ is: 'searching', ply: 3 })
    expect(of([near, far, sooner])).toMatchObject({ is: 'found', ply: 2, grade: far })
  })

  it('is looked for from the end, and no further than it must', () => {
    const asked = (known: readonly number[]) =>
      of([near, near, best], { final: (ply) => known.includes(ply) })
    expect(asked([])).toEqual({ is: 'searching', ply: 4 })
    expect(asked([4])).toEqual({ is: 'searching', ply: 2 })
    expect(asked([4, 2])).toMatchObject({ is: 'found', ply: 2 })
  })

  it('of a game that was lost from the start, is where the game could have lasted longest', () => {
    const longer = { ...sooner, best: 30, better: '6' } as const
    expect(of([{ is: 'longest' }, longer, sooner])).toEqual({
      is: 'found',
      ply: 2,
      grade: longer,
      fromStart: true,
    })
    expect(of([{ is: 'longest' }, { is: 'longest' }])).toEqual({ is: 'none', fromStart: true })
    expect(of([best, { is: 'doubtful', better: '3' }])).toMatchObject({ ply: 2, fromStart: false })
  })

  it('is not a move after which the game was not lost, as when the time runs out', () => {
    expect(of([near, best], { kept: (ply) => ply === 2 }, 'time')).toEqual({ is: 'none', fromStart: false })
    expect(turningOf(random, { winner: 0 })).toBeNull()
  })
})

it('counts the moves that hold, once the value of each is certain', () => {
  expect(movesThatHold(analysisOf('1:+5 2:= 3:-8'))).toEqual({ count: 2, all: 3 })
  for (const text of ['1:-6 2:-8', '1:+5 2:=']) expect(movesThatHold(analysisOf(text))).toBeNull()
  expect(movesThatHold(answer({ 1: sure(draw), 2: { low: loss(8), high: null } }))).toBeNull()
  expect(movesThatHold(null)).toBeNull()
})
