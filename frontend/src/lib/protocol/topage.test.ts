import { describe, expect, it } from 'vitest'
import { examples, tableCodes } from '../testing/protocol'
import { finalReason } from './codes'
import { cleanName, MAX_NAME, newId } from './tohub'
import { decode } from './topage'

describe('decode', () => {
  it.each(examples('fromHub').map((e) => [`${e.payload.t}: ${e.name}`, e.payload]))(
    'reads the example %s',
    (_, payload) => {
      expect(decode(JSON.stringify(payload))).toEqual(payload)
    },
  )

  it.each(examples('fromHub').map((e) => [`${e.payload.t}: ${e.name}`, e.payload]))(
    'does not take half of %s for the whole',
    (_, payload) => {
      expect(decode(JSON.stringify({ t: payload.t }))).toBeNull()
    },
  )

  it.each(['', '{', 'null', '[]', '7', '{"t":"later"}', '{"t":"toString"}', '{"t":7}'])(
    'ignores %j',
    (frame) => {
      expect(decode(frame)).toBeNull()
    },
  )

  it('ignores binary frames', () => {
    expect(decode(new ArrayBuffer(2))).toBeNull()
  })
})

describe('close codes', () => {
  it('comes back after those that the document lets come back, and no other', () => {
    const stay = new Set([4001, 4003, 4004, 4008, 4009])
    const codes = tableCodes('Close codes').map(Number)
    expect(codes.length).toBeGreaterThan(stay.size)
    for (const code of codes) expect([code, finalReason(code) !== null]).toEqual([code, stay.has(code)])
  })
})

describe('what the page makes itself', () => {
  it('never makes an id twice, nor one that is too long', () => {
    const ids = Array.from({ length: 100 }, newId)
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
  })

  it('cleans nicknames, counting characters and not code units', () => {
    expect(cleanName('  Zoé \n the\u0000 1st ')).toBe('Zoé the 1st')
    expect([...cleanName('🂡'.repeat(30))]).toHaveLength(MAX_NAME)
    expect(cleanName(' \t ')).toBe('')
  })
})
