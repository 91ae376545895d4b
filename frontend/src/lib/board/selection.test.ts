import { describe, expect, it } from 'vitest'
import type { BoardChoice, BoardLock } from './board'
import { secondTargets, tapResult, firstTargets } from './selection'

const choice = (move: string, from: string | null, to: string, either = false): BoardChoice => {
  return { move, from, to, either, lands: 0, label: () => move }
}
/** `put` and `push` accept both orders of their targets, `carry` only one; `drop` needs one tap. */
const CHOICES = [
  choice('put', 'hand', 'free', true),
  choice('carry', 'disc', 'free'),
  choice('push', 'free', 'hole', true),
  choice('drop', null, 'column'),
  choice('turn', 'start middle', 'end'),
]
const LOCKS: BoardLock[] = [
  { cell: 1, spots: ['stuck', 'hole'], reason: () => 'why' },
  { cell: null, spots: ['full'], reason: () => 'full' },
]
const afterTap = (selected: string | null, id: string) => tapResult(selected, id, CHOICES, LOCKS)

describe('a tap', () => {
  it('plays at once if one target is enough', () => {
    expect(afterTap(null, 'column')).toEqual({ play: 'drop' })
    expect(afterTap('hand', 'column')).toEqual({ play: 'drop' })
  })

  it('selects a first target, and deselects it', () => {
    expect([...firstTargets(CHOICES)].sort()).toEqual(['column', 'disc', 'free', 'hand', 'hole', 'start'])
    expect(afterTap(null, 'disc')).toEqual({ select: 'disc' })
    expect(afterTap('disc', 'disc')).toEqual({ select: null })
    expect(afterTap(null, 'elsewhere')).toEqual({ select: null })
    expect(afterTap('disc', 'elsewhere')).toEqual({ select: null })
  })

  it('plays the choice of two targets, in either order if allowed', () => {
    expect(afterTap('hand', 'free')).toEqual({ play: 'put' })
    expect(afterTap('free', 'hand')).toEqual({ play: 'put' })
    expect(afterTap('free', 'hole')).toEqual({ play: 'push' })
    expect(afterTap('hole', 'free')).toEqual({ play: 'push' })
    expect(afterTap('disc', 'free')).toEqual({ play: 'carry' })
    expect(afterTap('free', 'disc')).toEqual({ select: 'disc' })
  })

  it('selects another target if no choice has both', () => {
    expect(afterTap('hand', 'disc')).toEqual({ select: 'disc' })
    expect(afterTap('hand', 'hole')).toEqual({ select: 'hole' })
  })

  it('plays the choice of three targets, in their order', () => {
    expect(afterTap(null, 'start')).toEqual({ select: 'start' })
    expect(afterTap('start', 'middle')).toEqual({ select: 'start middle' })
    expect(afterTap('start middle', 'end')).toEqual({ play: 'turn' })
    expect(afterTap('start', 'end')).toEqual({ select: null })
    expect(afterTap('start middle', 'disc')).toEqual({ select: 'disc' })
    expect([...secondTargets('start', CHOICES)]).toEqual([['middle', null]])
    expect([...secondTargets('start middle', CHOICES).keys()]).toEqual(['end'])
  })

  it('plays at once where one choice can end that needs no other tap, else at the second tap', () => {
    const alone = (to: string): BoardChoice => ({ ...choice(`put ${to}`, 'hand', to, true), alone: true })
    const choices = [alone('far'), alone('near'), choice('push', 'near', 'hole', true), alone('held')]
    const locks: BoardLock[] = [{ cell: 2, spots: ['held', 'hole'], reason: () => 'why' }]
    const after = (selected: string | null, id: string) => tapResult(selected, id, choices, locks)
    expect(after(null, 'far')).toEqual({ play: 'put far' })
    expect(after(null, 'near')).toEqual({ select: 'near' })
    expect(after('near', 'near')).toEqual({ play: 'put near' })
    expect(after('near', 'far')).toEqual({ select: 'far' })
    expect(after(null, 'held')).toEqual({ select: 'held' })
    expect(after(null, 'hand')).toEqual({ select: 'hand' })
    expect(after('hand', 'hand')).toEqual({ select: null })
    expect(after(null, 'hole')).toEqual({ select: 'hole' })
  })

  it('explains a lock', () => {
    expect(afterTap('hole', 'stuck')).toEqual({ explain: 'why' })
    expect(afterTap('stuck', 'hole')).toEqual({ explain: 'why' })
    expect(afterTap(null, 'stuck')).toEqual({ explain: 'why' })
    expect(afterTap(null, 'hole')).toEqual({ select: 'hole' })
    expect(afterTap(null, 'full')).toEqual({ explain: 'full' })
    expect(afterTap('hand', 'full')).toEqual({ explain: 'full' })
  })
})

describe('secondTargets', () => {
  it('are the targets that complete a choice', () => {
    const second = (id: string) => [...secondTargets(id, CHOICES)].map(([to, choice]) => [to, choice?.move])
    expect(second('hand')).toEqual([['free', 'put']])
    expect(second('free')).toEqual([
      ['hand', 'put'],
      ['hole', 'push'],
    ])
    expect(second('disc')).toEqual([['free', 'carry']])
    expect(second('column')).toEqual([])
  })
})
