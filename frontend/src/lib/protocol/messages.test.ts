import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { examples, tableCodes } from '../testing/protocol'
import { finalReason } from './codes'
import { cleanName } from '../setup/nickname'
import { MAX_NAME, newId, type ToHub } from './commands'
import { decode } from './messages'

describe('decode', () => {
  it.each(examples('fromHub').map((e) => [`${e.payload.t}: ${e.name}`, e.payload]))(
    'reads the example %s',
    (_, payload) => {
      expect(decode(JSON.stringify(payload))).toEqual(payload)
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

it('knows every documented command', () => {
  // svelte-check fails if a command of ToHub is missing here.
  const known: Record<ToHub['t'], true> = {
    move: true,
    sit: true,
    name: true,
    resign: true,
    hint: true,
    rematch: true,
    challenge: true,
    withdraw: true,
    yield: true,
    offer: true,
    accept: true,
    decline: true,
    claim: true,
    emote: true,
    pace: true,
    delegate: true,
    level: true,
    admit: true,
    handover: true,
    take: true,
    invite: true,
    ping: true,
  }
  expect(new Set(examples('fromClient').map((e) => e.payload.t))).toEqual(new Set(Object.keys(known)))
})

describe('close codes', () => {
  it('are final exactly as the document says', () => {
    const final = new Set([4001, 4003, 4004, 4008, 4009, 4010])
    const codes = tableCodes('Close codes').map(Number)
    expect(codes.length).toBeGreaterThan(final.size)
    for (const code of codes) expect([code, finalReason(code) !== null]).toEqual([code, final.has(code)])
  })
})

describe('newId and cleanName', () => {
  it('makes unique ids of the documented form', () => {
    const ids = Array.from({ length: 100 }, newId)
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
  })

  it('cleans nicknames, counting characters instead of code units', () => {
    expect(cleanName('  Zoé \n the\u0000 1st ')).toBe('Zoé the 1st')
    expect([...cleanName('🂡'.repeat(30))]).toHaveLength(MAX_NAME)
    expect(cleanName(' \t ')).toBe('')
  })

  it('sends names that the hub accepts, as its tests check', () => {
    const names = JSON.parse(readFileSync('../internal/room/testdata/names.json', 'utf8')) as {
      typed: string
      sent: string
    }[]
    expect(names.length).toBeGreaterThan(10)
    for (const { typed, sent } of names) expect(cleanName(typed)).toBe(sent)
  })
})
