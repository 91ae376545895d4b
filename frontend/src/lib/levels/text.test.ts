import { describe, expect, it } from 'vitest'
import texts from '../../../../internal/custom/testdata/levels.json'
import { formatLevel, parseLevel, PRESETS, problemOf, type CustomLevel } from './text'

describe('the text of a custom level', () => {
  it('is read and written as the hub does', () => {
    for (const [text, canonical] of Object.entries(texts.canonical)) {
      const level = parseLevel(text) as CustomLevel
      expect(level, text).toBeTypeOf('object')
      expect(formatLevel(level)).toBe(canonical)
      expect(parseLevel(canonical)).toEqual(level)
      expect(parseLevel(` ai:${canonical}\n`)).toEqual(level)
    }
  })

  it('is refused as the hub refuses it', () => {
    for (const text of Object.keys(texts.refused)) expect(parseLevel(text), text).toBeTypeOf('string')
    expect(parseLevel('custom:depth=4,open3=1000')).toBe('open3')
    expect(parseLevel('custom:open3=1')).toBe('depth')
    expect(parseLevel('custom:depth=4,name=a=b')).toBe('name')
    expect(parseLevel(`custom:depth=4,${'x'.repeat(256)}`)).toBe('text')
  })

  it('tells which setting is wrong', () => {
    expect(problemOf(PRESETS.fives)).toBeNull()
    expect(problemOf({ ...PRESETS.fives, margin: 1.5 })).toBe('margin')
    expect(problemOf({ ...PRESETS.fives, open2: null as unknown as number })).toBe('open2')
    expect(problemOf({ ...PRESETS.fives, name: 'a,b' })).toBe('name')
  })

  it('has the presets of the reports', () => {
    expect(formatLevel(PRESETS.fives)).toBe(
      'custom:depth=4,open3=5,open2=2,their3=4,their2=0,centre=3,theircentre=0',
    )
    expect(formatLevel(PRESETS.hundreds)).toBe('custom:depth=4,open3=100,open2=10,open1=1')
  })
})
