import { describe, expect, it } from 'vitest'
import { gameOf, loadGames } from '../games'
import { guideOf } from './guide'
import { addDone, readDone, wordsIn, type Done } from './progress'
import { differences, stepsOf } from './steps'

await loadGames()

const VARIANTS = ['force3', 'force3:fair', 'force3:placed', 'force3:placed:fair', 'force3:report']
const game = (variant: string) => gameOf(variant)!

describe('the lesson', () => {
  it.each(VARIANTS)('asks in each step for a turn that %s has', (variant) => {
    const steps = stepsOf(game(variant))
    expect(steps.map(({ kind }) => kind)).toEqual(['place', 'move', 'slide'])
    const first = { place: 'P', move: 'M', slide: 'S' }
    for (const { kind, game: step, moves, move } of steps) {
      const { choices, turn, spots, locks } = step.at(moves, 1)
      // Every move before the step is legal, and none of them is the step's.
      expect(
        game(variant)
          .at(moves, 1)
          .discs.filter(({ ply }) => ply >= 0),
      ).toHaveLength(moves.length)
      expect(turn).toBe(1)
      expect(choices.length).toBeGreaterThan(0)
      expect(choices.every((one) => one.move.startsWith(first[kind]))).toBe(true)
      if (move !== null) expect(choices.map((one) => one.move)).toEqual([move])
      const begun = new Set(choices.flatMap(({ from, to, either }) => (either ? [from, to] : [from])))
      expect(
        spots
          .filter(({ next }) => next)
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...begun].sort())
      // A tap that begins nothing here says what the step asks for.
      for (const { id } of spots.filter(({ next }) => !next))
        expect(locks.filter((lock) => lock.spots[0] === id)).toEqual([
          { cell: null, spots: [id], reason: expect.any(Function) },
        ])
    }
  })

  it.each(VARIANTS)('ends with a line of three discs in %s', (variant) => {
    const { game: step, moves, move, won } = stepsOf(game(variant))[2]!
    const { discs } = step.at([...moves, move!], 1)
    expect(won.map((cell) => discs.find((disc) => disc.cell === cell)?.seat)).toEqual([1, 1, 1])
  })

  it('knows what is special in each variant', () => {
    const anywhere = { corner: false, placeFirst: false, reach: 'anywhere' }
    expect(VARIANTS.map((variant) => differences(game(variant)))).toEqual([
      anywhere,
      { ...anywhere, corner: true },
      { corner: false, placeFirst: true, reach: 'step' },
      { corner: true, placeFirst: true, reach: 'step' },
      { ...anywhere, reach: 'straight-step' },
    ])
  })
})

describe('the guidance', () => {
  const guide = (variant: string, moves: string, ...done: Done[]) =>
    guideOf(game(variant).at(moves.split(' ').filter(Boolean), 1), new Set(done))

  it('tells one new thing at a time, until each was done', () => {
    expect(guide('force3', '')).toBe('place')
    expect(guide('force3', 'P1 P9', 'place')).toBe('place-or-move')
    expect(guide('force3', 'P1 P9', 'place', 'move')).toBe('slide')
    expect(guide('force3', 'P1 P9', 'place', 'move', 'slide')).toBeNull()
  })

  it('tells only what the variant allows now', () => {
    expect(guide('force3:fair', '')).toBe('corner')
    expect(guide('force3:fair', 'P1')).toBe('place')
    expect(guide('force3:fair', '', 'place')).toBeNull()
    expect(guide('force3:placed', 'P1 P9', 'place')).toBeNull()
    expect(guide('force3:placed', 'P1 P3 P9 P7 P2 P8', 'place')).toBe('move')
    expect(guide('force3:report', 'P1 P9', 'place', 'move')).toBe('slide')
  })
})

describe('what was done on this device', () => {
  it('is parsed without what is unknown', () => {
    expect([...wordsIn('slide x lesson', ['lesson', 'place', 'slide'])]).toEqual(['lesson', 'slide'])
    expect(wordsIn(null, ['lesson']).size).toBe(0)
  })

  it('lasts for the visit if the page may not store it', () => {
    // There is no localStorage here.
    expect([...addDone(new Set<Done>(['lesson']), 'place')]).toEqual(['lesson', 'place'])
    expect(readDone().size).toBe(0)
  })
})
