import { describe, expect, it, vi } from 'vitest'
import { routeOf } from '../addresses'
import { gameOf, loadGames } from '../games'
import { stubStorage } from '../testing/storage'
import { addLearned, LESSONS, readLearned } from './lessons'
import { settle, START, tryMove, type Attempt } from './script'

// These tests run without the message catalogue.
vi.mock('../games/traytext', () => ({}))
await loadGames()

const lesson = (name: string) => LESSONS.find((one) => one.name === name)!
const gameFor = (name: string) => gameOf(lesson(name).variant)!

/** Tries moves, one after the other, and settles after each as long as something comes by itself. */
function attemptOf(name: string, ...moves: string[]): Attempt {
  let attempt = START
  for (const move of moves) {
    attempt = tryMove(lesson(name), gameFor(name), attempt, move)
    while (!['asked', 'done'].includes(attempt.phase)) attempt = settle(attempt)
  }
  return attempt
}

it.each(LESSONS.map(({ name }) => name))('%s can be done, and its moves are legal', (name) => {
  expect(routeOf(`/lessons/${name}`)).toEqual({ page: 'lessons', params: { lesson: name } })
  const { turns, moves, seat } = lesson(name)
  expect(gameFor(name).at(moves, 1).turn).toBe(seat)
  const { phase, played } = attemptOf(name, ...turns.map(({ right }) => right[0]!))
  expect(phase).toBe('done')
  const all = [...moves, ...played]
  for (const [i, move] of all.entries())
    expect(
      gameFor(name)
        .at(all.slice(0, i), 1)
        .choices.map((choice) => choice.move),
    ).toContain(move)
})

describe('an attempt', () => {
  it('plays the answer to a right move, and goes on', () => {
    const first = tryMove(lesson('fork'), gameFor('fork'), START, '4')
    expect(first).toMatchObject({ phase: 'right', answer: '1', played: ['4'] })
    expect(tryMove(lesson('fork'), gameFor('fork'), first, '5'), 'not before the answer').toBe(first)
    expect(settle(first)).toMatchObject({ phase: 'asked', found: 1, played: ['4', '1'] })
    expect(attemptOf('fork', '4', '5')).toMatchObject({ phase: 'done', tried: 2 })
  })

  it('refutes a wrong move, and takes both back', () => {
    const wrong = tryMove(lesson('stop'), gameFor('stop'), START, '1')
    expect(wrong).toMatchObject({ phase: 'wrong', answer: '5', wrong: 1 })
    const punished = settle(wrong)
    expect(punished).toMatchObject({ phase: 'punished', played: ['1', '5'] })
    expect(settle(punished)).toMatchObject({ phase: 'asked', found: 0, played: [] })
  })

  it('finds the line that a wrong move allows', () => {
    expect(tryMove(lesson('poison'), gameFor('poison'), START, '2').answer).toBe('2')
    expect(tryMove(lesson('threats'), gameFor('threats'), START, 'M2-6').answer).toBe('S4')
    // It ends the game: the slide lines up the other side's discs.
    expect(tryMove(lesson('threats'), gameFor('threats'), START, 'S4').answer).toBe('')
  })

  it('takes a wrong move back that has no answer, also in a later turn', () => {
    const wrong = tryMove(lesson('line'), gameFor('line'), START, '1')
    expect(wrong.answer).toBe('')
    expect(settle(wrong)).toMatchObject({ phase: 'asked', played: [] })
    expect(attemptOf('fork', '4', '7')).toMatchObject({
      phase: 'asked',
      found: 1,
      wrong: 1,
      played: ['4', '1'],
    })
  })
})

it('keeps what was learned on the device', () => {
  const storage = stubStorage({ 'quatre.lessons': 'fork unknown' })
  addLearned('drop')
  addLearned('drop')
  expect([...readLearned()]).toEqual(['drop', 'fork'])
  expect(storage['quatre.lessons']).toBe('drop fork')
})
