import { afterEach, expect, it, vi } from 'vitest'
import { calendar, dayAt, daysSince, isDate, monthAfter, shifted } from './days.svelte'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('knows the days in UTC', () => {
  expect(dayAt(Date.UTC(2026, 10, 23, 23, 59))).toBe('2026-11-23')
  expect(shifted('2026-03-01', -1)).toBe('2026-02-28')
  expect(shifted('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysSince('2024-01-01', '2025-01-01')).toBe(366)
  expect([monthAfter('2026-11-23', 0), monthAfter('2026-11-23', -11), monthAfter('2026-11-23', 2)]).toEqual([
    '2026-11-01',
    '2025-12-01',
    '2027-01-01',
  ])
  expect(['2026-11-31', '2026-1-5', 'today', '', '2026-11-23T00:00Z'].filter(isDate)).toEqual([])
})

it.each(['2026-11-23T12:00Z', '2026-11-25T03:00Z', '1970-01-01T00:00Z', '2031-02-28T08:00Z'])(
  'takes the hub’s day for today if the device says %s, and counts on without it',
  async (device) => {
    vi.useFakeTimers({ now: Date.parse(device), toFake: ['Date'] })
    vi.stubGlobal('fetch', async () => Response.json({ date: '2026-11-23' }))
    await calendar.update()
    expect(calendar.today).toBe('2026-11-23')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    vi.setSystemTime(Date.now() + 86_400_000)
    await calendar.update()
    expect(calendar.today).toBe('2026-11-24')
  },
)
