import { describe, expect, it } from 'vitest'
import { COLOURS } from '../protocol/entries'
import { differentColour, DEFAULTS, readChoices, type Choices } from './choices'

describe('stored choices', () => {
  it('are the defaults if nothing readable is stored', () => {
    for (const stored of [null, [], {}, 7, 'x']) expect(readChoices(stored)).toEqual(DEFAULTS)
  })

  it('are read back unchanged', () => {
    const mine: Choices = {
      game: 'force3',
      size: { columns: 15, rows: 4, align: 5 },
      placed: true,
      fair: false,
      report: true,
      level: 'expert',
      levels: ['easy', 'strong'],
      pace: 0,
      starter: 'loser',
      colour: 'violet',
      otherColour: 'white',
      clock: { base: 180_000, increment: 2000 },
      advice: 'both',
      open: true,
      name: 'Zoé',
      otherName: 'Bo',
      spectators: false,
      thoughts: true,
    }
    expect(readChoices(mine)).toEqual(mine)
  })

  it('keep valid parts and replace invalid parts by their defaults', () => {
    const stored = {
      game: 'chess',
      size: { columns: 4, rows: 4, align: 5 },
      placed: 'yes',
      level: 7,
      levels: ['easy'],
      pace: 99_999,
      starter: 'nobody',
      colour: 'pink',
      clock: { move: 4999 },
      advice: '3',
      name: 'x'.repeat(265),
      otherName: 'Bo',
      open: true,
    }
    expect(readChoices(stored)).toEqual({
      ...DEFAULTS,
      otherName: 'Bo',
      open: true,
    })
  })

  it('never give both players the same colour', () => {
    for (const colour of COLOURS) {
      const read = readChoices({ colour, otherColour: colour })
      expect(read.colour).toBe(colour)
      expect(read.otherColour).not.toBe(colour)
    }
  })
})

describe('differentColour', () => {
  it('keeps a different colour, and swaps equal ones', () => {
    expect(differentColour('blue', 'yellow', 'red')).toBe('yellow')
    expect(differentColour('yellow', 'yellow', 'red')).toBe('red')
    expect(differentColour('red', 'red', 'red')).toBe('yellow')
  })
})
