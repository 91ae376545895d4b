import { describe, expect, it } from 'vitest'
import { examples } from '../testing/protocol'
import { minutesLeft, newToken, seatPath } from './seatlink'

describe('the link that moves a seat', () => {
  it('has a unique token of the documented form', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  it('has the token in its fragment, which servers do not see', () => {
    const url = new URL(seatPath('k7m2p9x4w3tq', newToken()), 'https://quatre.example')
    expect(url.pathname + url.search).toBe('/r/k7m2p9x4w3tq')
    expect(url.hash).toMatch(/^#seat=/)
  })

  it('rounds the minutes left up', () => {
    const until = 1_763_700_600_000
    const left = (ms: number) => minutesLeft(until, until - ms)
    expect([600_000, 599_999, 60_000, 1, 0, -5].map(left)).toEqual([10, 10, 1, 1, 0, 0])
  })

  it('has the same token in both documented commands', () => {
    const payloads = examples('fromClient').map((e) => e.payload)
    expect(payloads.find((p) => p.t === 'handover')!.token).toBe(payloads.find((p) => p.t === 'take')!.token)
  })
})
