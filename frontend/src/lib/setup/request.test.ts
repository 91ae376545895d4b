import { describe, expect, it } from 'vitest'
import { DEFAULTS, type Choices } from './choices'
import { createOf, pairOf } from './request'

const chosen: Choices = {
  ...structuredClone(DEFAULTS),
  clock: { move: 30_000 },
  advice: 'both',
  open: true,
  starter: 'random',
  name: ' Ana ',
  otherName: 'Bo',
}

describe('what the hub is asked for', () => {
  it('with a friend is everything that was chosen', () => {
    expect(createOf(chosen, 'friend', 'c')).toEqual({
      id: 'c',
      variant: 'connect4:7x6:4',
      opponent: 'human',
      colour: 'red',
      other_colour: 'yellow',
      starter: 'random',
      name: 'Ana',
      clock: { move: 30_000 },
      advice: 'both',
      open: true,
    })
  })

  it('against the AI never advises it', () => {
    const advice = (advice: Choices['advice']) => createOf({ ...chosen, advice }, 'ai', 'c').advice
    expect(createOf(chosen, 'ai', 'c').opponent).toBe('ai:normal')
    expect([advice('none'), advice('1'), advice('2'), advice('both')]).toEqual(['none', '1', 'none', '1'])
  })

  it('on one device names both', () => {
    expect(createOf(chosen, 'self', 'c')).toMatchObject({ opponent: 'self', name: 'Ana', other_name: 'Bo' })
  })

  it('of two AIs is their levels and their pace, and nobody’s name, clock or advice', () => {
    expect(createOf(chosen, 'watch', 'c')).toEqual({
      id: 'c',
      variant: 'connect4:7x6:4',
      opponent: 'watch',
      colour: 'red',
      other_colour: 'yellow',
      levels: ['normal', 'strong'],
      pace: 800,
    })
  })

  it('leaves out what was not chosen', () => {
    const asked = JSON.parse(JSON.stringify(createOf(structuredClone(DEFAULTS), 'friend', 'c'))) as object
    expect(Object.keys(asked)).not.toContain('clock')
    expect(Object.keys(asked)).not.toContain('name')
  })

  it('of quick pairing is the game only', () => {
    expect(pairOf(chosen, 'p')).toEqual({ id: 'p', variant: 'connect4:7x6:4', colour: 'red', name: 'Ana' })
  })
})
