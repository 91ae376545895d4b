import { describe, expect, it, vi } from 'vitest'
import { routeOf } from '../addresses'
import { loadGames } from '../games'
import { rightMove } from '../puzzle/attempt'
import { stubStorage } from '../testing/storage'
import { Learning } from './learning.svelte'
import { addLearned, LESSONS, readLearned } from './lessons'

// These tests run without the message catalogue.
vi.mock('../games/traytext', () => ({}))
await loadGames()

const learn = (name: string) => new Learning(LESSONS.find((one) => one.name === name)!)

/** Tries moves, one after the other, and settles after each as long as something comes by itself. */
function attemptOf(name: string, ...moves: string[]): Learning {
  const learning = learn(name)
  for (const move of moves) {
    learning.play(move)
    while (!['asked', 'solved'].includes(learning.attempt.phase)) learning.settle()
  }
  return learning
}

it.each(LESSONS.map(({ name }) => name))('%s can be done, and its moves are legal', (name) => {
  expect(routeOf(`/lessons/${name}`)).toEqual({ page: 'lessons', params: { lesson: name } })
  const { game, seat, turns, task } = learn(name)
  expect(game.at(task.moves, 1).turn).toBe(seat)
  const { attempt, moves } = attemptOf(name, ...turns.map((_, turn) => rightMove(task, turn)!))
  expect(attempt.phase).toBe('solved')
  for (const [i, move] of moves.entries())
    expect(game.at(moves.slice(0, i), 1).choices.map((choice) => choice.move)).toContain(move)
})

describe('an attempt', () => {
  it('plays the answer to a right move, and goes on', () => {
    const fork = learn('fork')
    fork.play('4')
    expect(fork).toMatchObject({ attempt: { phase: 'right', played: ['4'] }, reply: '1' })
    fork.play('5')
    expect(fork.attempt.played, 'not before the answer').toEqual(['4'])
    fork.settle()
    expect(fork.attempt).toMatchObject({ phase: 'asked', found: 1, played: ['4', '1'] })
    expect(attemptOf('fork', '4', '5').attempt).toMatchObject({ phase: 'solved', tried: 2 })
  })

  it('refutes a wrong move, and takes both back', () => {
    const stop = learn('stop')
    stop.play('1')
    expect(stop).toMatchObject({ attempt: { phase: 'wrong' }, reply: '5', wrong: 1 })
    stop.settle()
    expect(stop.attempt).toMatchObject({ phase: 'punished', played: ['1', '5'] })
    stop.settle()
    expect(stop.attempt).toMatchObject({ phase: 'asked', found: 0, played: [] })
  })

  it('finds the line that a wrong move allows', () => {
    expect(attemptOf('poison', '2').reply).toBe('2')
    expect(attemptOf('threats', 'M2-6').reply).toBe('S4')
    // It ends the game: the slide lines up the other side's discs.
    expect(attemptOf('threats', 'S4').reply).toBe('')
  })

  it('takes a wrong move back that has no answer, also in a later turn', () => {
    expect(attemptOf('line', '1')).toMatchObject({ reply: '', attempt: { phase: 'asked', played: [] } })
    const later = attemptOf('fork', '4', '7')
    expect(later).toMatchObject({ wrong: 1, attempt: { phase: 'asked', found: 1, played: ['4', '1'] } })
  })
})

it('keeps what was learned on the device', () => {
  const storage = stubStorage({ 'quatre.lessons': 'fork unknown' })
  addLearned('drop')
  addLearned('drop')
  expect([...readLearned()]).toEqual(['drop', 'fork'])
  expect(storage['quatre.lessons']).toBe('drop fork')
})
