/**
 * Tests of the palette: contrast, colour blindness and colour distance.
 *
 * Contrast: WCAG 2.2, relative luminance. Colour blindness: Machado, Oliveira and Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency" (2009), the matrices for severity 1.0, applied to linear sRGB.
 * Distance: CIEDE2000 after Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes,
 * Supplementary Test Data, and Mathematical Observations" (2005). sRGB as in IEC 61966-2-1, white point D65.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COLOURS } from '../protocol/entries'

type Triple = readonly [number, number, number]

const VISIONS: Record<string, readonly [Triple, Triple, Triple]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Converts `#rrggbb` to linear RGB, from 0 to 1. */
function linear(hex: string): Triple {
  const part = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

/** Simulates how a linear colour looks with this colour vision. */
function simulate(rgb: Triple, vision: readonly [Triple, Triple, Triple]): Triple {
  const part = (i: 0 | 1 | 2) => Math.min(1, Math.max(0, dot(vision[i], rgb)))
  return [part(0), part(1), part(2)]
}

/** The contrast ratio of two colours, from 1 to 21. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => dot(linear(hex), [0.2126, 0.7152, 0.0722]) + 0.05
  return Math.max(luminance(a), luminance(b)) / Math.min(luminance(a), luminance(b))
}

/** Converts a linear colour to CIELAB. */
function lab(rgb: Triple): Triple {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
  const x = f(dot(rgb, [0.4124564, 0.3575761, 0.1804375]) / 0.95047)
  const y = f(dot(rgb, [0.2126729, 0.7151522, 0.072175]))
  const z = f(dot(rgb, [0.0193339, 0.119192, 0.9503041]) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180)

/** The hue in degrees, from 0 to 360. */
const hue = (a: number, b: number) =>
  a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360

/** The CIEDE2000 distance of two colours; 1 is just noticeable. */
function distance([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const weight = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))
  const g = 1.5 - 0.5 * weight((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2)
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)]
  const [h1, h2] = [hue(a1 * g, b1), hue(a2 * g, b2)]
  // The hues lie on a circle: the shorter way between them may cross 0°.
  const wraps = Math.abs(h1 - h2) > 180
  const hueDifference = c1 * c2 === 0 ? 0 : h2 - h1 + (wraps ? (h2 > h1 ? -360 : 360) : 0)
  const h = c1 * c2 === 0 ? h1 + h2 : (h1 + h2 + (wraps ? (h1 + h2 < 360 ? 360 : -360) : 0)) / 2
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2))
  const dc = (c2 - c1) / (1 + 0.045 * c)
  const dh = (2 * Math.sqrt(c1 * c2) * sin(hueDifference / 2)) / (1 + 0.015 * c * t)
  const rotation = -2 * weight(c) * sin(60 * Math.exp(-(((h - 275) / 25) ** 2)))
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh)
}

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
