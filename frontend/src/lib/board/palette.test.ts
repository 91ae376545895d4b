import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COLOURS } from '../protocol/entries'
import { contrast, distance, lab, linear, simulate, VISIONS, type Triple } from '../testing/colour'

const css = readFileSync(new URL('../../tokens.css', import.meta.url), 'utf8')

/** The value of a CSS token in a theme. */
function token(name: string, theme: 'light' | 'dark'): string {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1] ?? ''
  const other = /^var\(--([a-z-]+)\)$/.exec(value)
  if (other) return token(other[1]!, theme)
  const pair = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(value)
  const colour = pair ? pair[theme === 'light' ? 1 : 2]! : value
  expect(colour, name).toMatch(/^#[0-9a-f]{6}$/)
  return colour
}

const THEMES = ['light', 'dark'] as const

/** The backgrounds on which discs are drawn. */
const GROUNDS = ['hole-top', 'hole-low', 'well-top', 'well-low', 'dish-top', 'dish-low', 'ground', 'surface']

/** The minimum CIEDE2000 distance of two disc colours, for every kind of colour vision. */
const MIN_DISTANCE = 18

describe('the colours of the discs', () => {
  const pairs = COLOURS.flatMap((one, i) => COLOURS.slice(i + 1).map((two) => [one, two] as const))
  const cases = Object.keys(VISIONS).flatMap((vision) => pairs.map(([one, two]) => ({ vision, one, two })))

  it.each(cases)('$one and $two can be told apart with $vision', ({ vision, one, two }) => {
    for (const theme of THEMES) {
      const look = (name: string) => lab(simulate(linear(token(name, theme)), VISIONS[vision]!))
      expect(distance(look(one), look(two))).toBeGreaterThan(MIN_DISTANCE)
    }
  })

  it.each(COLOURS)('%s, or its rim, contrasts with every background', (colour) => {
    for (const theme of THEMES) {
      for (const ground of GROUNDS) {
        const best = Math.max(
          ...[colour, `${colour}-edge`].map((part) => contrast(token(part, theme), token(ground, theme))),
        )
        expect(best, `${ground}, ${theme}`).toBeGreaterThanOrEqual(3)
      }
    }
  })
})

describe('the colour functions', () => {
  it('agree with the supplementary test data of Sharma et al.', () => {
    const data: [Triple, Triple, number][] = [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615],
      [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
      [[50, 2.5, 0], [73, 25, -18], 27.1492],
      [[50, 2.5, 0], [58, 24, 15], 19.4535],
    ]
    for (const [one, two, expected] of data) expect(distance(one, two)).toBeCloseTo(expected, 4)
  })

  it('give the known values for black, white and grey', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 6)
    expect(lab(linear('#ffffff'))[0]).toBeCloseTo(100, 4)
    // Greys look the same with every kind of colour vision.
    for (const vision of Object.values(VISIONS))
      for (const part of simulate(linear('#777777'), vision))
        expect(part).toBeCloseTo(linear('#777777')[0], 5)
  })
})
