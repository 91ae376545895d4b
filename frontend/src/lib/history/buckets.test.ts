import { describe, expect, it } from 'vitest'
import { buckets, periodOf, PERIODS, SIZES, sizeFor, ticks, today } from './buckets'

const dayTally = (day: string, won = 1, drawn = 0, lost = 0) => ({ day, won, drawn, lost })
const LAST = '2026-11-21'

describe('buckets', () => {
  it('has a bucket for each day, even without games', () => {
    const list = buckets([dayTally(LAST), dayTally('2026-10-23', 0, 2, 1)], 30, LAST, 1)
    expect(list).toHaveLength(30)
    expect(list[0]).toEqual({ from: '2026-10-23', to: '2026-10-23', won: 0, drawn: 2, lost: 1 })
    expect(list.at(-1)).toEqual({ from: LAST, to: LAST, won: 1, drawn: 0, lost: 0 })
    expect(list.slice(1, -1).every(({ won, drawn, lost }) => won + drawn + lost === 0)).toBe(true)
  })

  it('sums weeks that end today', () => {
    const list = buckets([dayTally(LAST), dayTally('2026-11-15'), dayTally('2026-11-14')], 90, LAST, 7)
    expect(list).toHaveLength(13)
    expect(list.at(-1)).toMatchObject({ from: '2026-11-15', to: LAST, won: 2 })
    expect(list.at(-2)).toMatchObject({ to: '2026-11-14', won: 1 })
  })

  it('has no gaps, across months, years and daylight saving changes', () => {
    for (const [period, size] of PERIODS.flatMap((p) => SIZES.map((s) => [p, s] as const))) {
      const list = buckets([], period, '2026-04-02', size)
      for (const [i, { from }] of list.entries())
        if (i > 0) expect(Date.parse(from) - Date.parse(list[i - 1]!.to)).toBe(86_400_000)
      const all = Date.parse(list.at(-1)!.to) - Date.parse(list[0]!.from)
      expect(all / 86_400_000 + 1).toBeGreaterThanOrEqual(period)
    }
  })

  it('ignores days outside the period', () => {
    const list = buckets([dayTally('2025-01-01'), dayTally('2026-11-22')], 30, LAST, 1)
    expect(list.every(({ won }) => won === 0)).toBe(true)
  })
})

describe('sizeFor', () => {
  it('is a day for a month, and a week for longer periods', () => {
    expect([30, 90, 365].map((period) => sizeFor(period as 30, 800))).toEqual([1, 7, 7])
  })

  it('is larger in narrow charts', () => {
    expect(sizeFor(365, 280)).toBe(28)
    expect(sizeFor(30, 200)).toBe(7)
    expect(sizeFor(365, 1)).toBe(28)
  })
})

describe('today', () => {
  it('is the local day, not the UTC day', () => {
    expect(today(new Date(2026, 0, 2, 0, 5))).toBe('2026-01-02')
    expect(today(new Date(2026, 11, 31, 23, 55))).toBe('2026-12-31')
  })
})

describe('periodOf', () => {
  it('is one of the three periods', () => {
    expect(periodOf(new URLSearchParams('days=365'))).toBe(365)
    for (const search of ['', 'days=7', 'days=x']) expect(periodOf(new URLSearchParams(search))).toBe(90)
  })
})

describe('ticks', () => {
  it.each([0, 1, 2, 3, 4, 5, 7, 9, 11, 23, 49, 50, 120, 999])(
    'are few, evenly spaced integers up to %i',
    (most) => {
      const list = ticks(most)
      expect(list[0]).toBe(0)
      expect(list.at(-1)).toBeGreaterThanOrEqual(Math.max(1, most))
      expect(list.length).toBeLessThanOrEqual(6)
      for (const tick of list) expect(Number.isInteger(tick)).toBe(true)
      const steps = new Set(list.slice(1).map((tick, i) => tick - list[i]!))
      expect(steps.size).toBe(1)
    },
  )
})
