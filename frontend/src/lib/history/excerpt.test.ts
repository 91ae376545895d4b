import { describe, expect, it } from 'vitest'
import { excerpt, MARGIN } from './excerpt'

/** The character above the caret. */
const above = (file: string, line: number, column: number) => {
  const { text, before } = excerpt(file, line, column)
  return [...text][before]
}

describe('excerpt', () => {
  const file = '[Variant "connect4:7x6:4"]\r\n[First "3"]\r\n\r\n1. 4 3'

  it('shows the line and points at the column', () => {
    expect(excerpt(file, 2, 9)).toEqual({ text: '[First "3"]', before: 8 })
    expect(above(file, 2, 9)).toBe('3')
  })

  it('accepts all three line endings', () => {
    for (const end of ['\n', '\r\n', '\r']) expect(excerpt(`a${end}bcd`, 2, 2).text).toBe('bcd')
  })

  it('accepts positions beyond the end of the line or file', () => {
    expect(excerpt(file, 4, 99)).toEqual({ text: '1. 4 3', before: 6 })
    expect(excerpt(file, 99, 1)).toEqual({ text: '1. 4 3', before: 0 })
    expect(excerpt('', 1, 1)).toEqual({ text: '', before: 0 })
    expect(excerpt('x', 0, 0)).toEqual({ text: 'x', before: 0 })
  })

  it('cuts a long line on both sides, and still points at the same character', () => {
    const json = 'a'.repeat(500) + '!' + 'b'.repeat(500)
    const { text } = excerpt(json, 1, 501)
    expect([...text].length).toBe(2 * MARGIN + 2)
    expect(above(json, 1, 501)).toBe('!')
    expect(excerpt(json, 1, 3).text).toMatch(/^a.*…$/)
    expect(excerpt(json, 1, 999).text).toMatch(/^….*b$/)
  })

  it('counts characters instead of code units, and shows tabs as spaces', () => {
    expect(above('🂡🂡é!', 1, 4)).toBe('!')
    expect(excerpt('\t!', 1, 2)).toEqual({ text: ' !', before: 1 })
  })
})
