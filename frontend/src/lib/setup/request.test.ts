import { describe, expect, it } from 'vitest'
import { DEFAULTS, type Choices } from './choices'
import { roomRequest, pairRequest } from './request'

const chosen: Choices = {
  ...structuredClone(DEFAULTS),
  clock: { move: 30_000 },
  advice: 'both',
  open: true,
  starter: 'random',
  name: ' Ana ',
  otherName: 'Bo',
}

describe('requests', () => {
  it('to play with a friend have all options', () => {
    expect(roomRequest(chosen, 'friend', 'c')).toEqual({
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

  it("shut spectators out in every room of one's own", () => {
    for (const mode of ['friend', 'ai', 'self', 'watch'] as const) {
      expect(roomRequest(chosen, mode, 'c').spectators).toBeUndefined()
      expect(roomRequest({ ...chosen, spectators: false }, mode, 'c').spectators).toBe(false)
    }
  })

  it('to play the AI never advise the AI', () => {
    const advice = (advice: Choices['advice']) => roomRequest({ ...chosen, advice }, 'ai', 'c').advice
    expect(roomRequest(chosen, 'ai', 'c').opponent).toBe('ai:easy')
    expect([advice('none'), advice('1'), advice('2'), advice('both')]).toEqual(['none', '1', 'none', '1'])
  })

  it('to play the AI may show what it thinks', () => {
    expect(roomRequest(chosen, 'ai', 'c').thoughts).toBeUndefined()
    expect(roomRequest({ ...chosen, thoughts: true }, 'ai', 'c').thoughts).toBe(true)
  })

  it('for pass and play have both nicknames', () => {
    expect(roomRequest(chosen, 'self', 'c')).toMatchObject({
      opponent: 'self',
      name: 'Ana',
      other_name: 'Bo',
    })
  })

  it('for AI against AI have levels and pace, but no names, clock or advice', () => {
    expect(roomRequest(chosen, 'watch', 'c')).toEqual({
      id: 'c',
      variant: 'connect4:7x6:4',
      opponent: 'watch',
      colour: 'red',
      other_colour: 'yellow',
      levels: ['normal', 'strong'],
      pace: 800,
    })
  })

  it('leave out options that were not chosen', () => {
    const asked = JSON.parse(JSON.stringify(roomRequest(structuredClone(DEFAULTS), 'friend', 'c'))) as object
    expect(Object.keys(asked)).not.toContain('clock')
    expect(Object.keys(asked)).not.toContain('name')
  })

  it('for quick pairing have variant, colour and name only', () => {
    expect(pairRequest(chosen, 'p')).toEqual({
      id: 'p',
      variant: 'connect4:7x6:4',
      colour: 'red',
      name: 'Ana',
    })
  })
})
