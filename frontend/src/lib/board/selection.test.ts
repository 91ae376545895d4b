import { describe, expect, it } from 'vitest'
import type { BoardChoice, BoardLock } from './board'
import { follow, meaning, starts } from './selection'

const choice = (move: string, from: string | null, to: string, either = false): BoardChoice => {
  return { move, from, to, either, lands: 0, label: move }
}
/** A hand and a free cell in either order, a disc and a free cell in one, and what one tap plays. */
const CHOICES = [
  choice('put', 'hand', 'free', true),
  choice('carry', 'disc', 'free'),
  choice('push', 'free', 'hole', true),
  choice('drop', null, 'column'),
]
const LOCKS: BoardLock[] = [{ cell: 1, spots: ['stuck', 'hole'], reason: 'why' }]
const after = (selected: string | null, id: string) => meaning(selected, id, CHOICES, LOCKS)

describe('a tap', () => {
  it('plays at once where one is enough', () => {
    expect(after(null, 'column')).toEqual({ play: 'drop' })
    expect(after('hand', 'column')).toEqual({ play: 'drop' })
  })

  it('takes up what a choice can begin with, and lays it down again', () => {
    expect([...starts(CHOICES)].sort()).toEqual(['column', 'disc', 'free', 'hand', 'hole'])
    expect(after(null, 'disc')).toEqual({ select: 'disc' })
    expect(after('disc', 'disc')).toEqual({ select: null })
    expect(after(null, 'elsewhere')).toEqual({ select: null })
    expect(after('disc', 'elsewhere')).toEqual({ select: null })
  })

  it('plays the choice that two make, in either order where that is meant', () => {
    expect(after('hand', 'free')).toEqual({ play: 'put' })
    expect(after('free', 'hand')).toEqual({ play: 'put' })
    expect(after('free', 'hole')).toEqual({ play: 'push' })
    expect(after('hole', 'free')).toEqual({ play: 'push' })
    expect(after('disc', 'free')).toEqual({ play: 'carry' })
    expect(after('free', 'disc')).toEqual({ select: 'disc' })
  })

  it('takes up another one instead, if no choice joins the two', () => {
    expect(after('hand', 'disc')).toEqual({ select: 'disc' })
    expect(after('hand', 'hole')).toEqual({ select: 'hole' })
  })

  it('asks why something is locked', () => {
    expect(after('hole', 'stuck')).toEqual({ ask: 'why' })
    expect(after('stuck', 'hole')).toEqual({ ask: 'why' })
    expect(after(null, 'stuck')).toEqual({ ask: 'why' })
    expect(after(null, 'hole')).toEqual({ select: 'hole' })
  })
})

describe('what is lit', () => {
  it('is where the choice that was begun can end', () => {
    const lit = (id: string) => [...follow(id, CHOICES)].map(([to, { move }]) => [to, move])
    expect(lit('hand')).toEqual([['free', 'put']])
    expect(lit('free')).toEqual([
      ['hand', 'put'],
      ['hole', 'push'],
    ])
    expect(lit('disc')).toEqual([['free', 'carry']])
    expect(lit('column')).toEqual([])
  })
})
