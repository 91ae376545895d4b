import { describe, expect, it } from 'vitest'
import { isFiltering, readFilters, toAddressQuery, switchOwner, type Filters } from './filters'

const read = (search: string) => readFilters(new URLSearchParams(search))
const written = (filters: Filters) =>
  new URLSearchParams(Object.entries(toAddressQuery(filters)).filter(([, value]) => value)).toString()

describe('filters in the address', () => {
  it('are none by default', () => {
    expect(read('')).toEqual({ of: 'me', game: '', result: '', opponent: '' })
    expect(written(read(''))).toBe('')
    expect(isFiltering(read('of=all'))).toBe(false)
  })

  it.each([
    'game=connect4&result=won&opponent=ai',
    'of=all&game=connect4%3A9x7%3A4&result=decided&opponent=human',
    'of=all&result=drawn',
    'result=lost',
    'opponent=ai%3Aeasy',
    'opponent=ai%3Acustom%3Adepth%3D4%2Copen3%3D5',
  ])('%s is read and written back unchanged', (search) => {
    expect(written(read(search))).toBe(search)
    expect(isFiltering(read(search))).toBe(true)
  })

  it.each([
    'of=mine',
    'result=lucky',
    'opponent=cat',
    'opponent=ai%3A',
    'game=%3Cscript%3E',
    'game=' + 'x'.repeat(41),
    'game=chess',
    'game=connect4%3A3x3%3A3',
    'opponent=ai%3Ahardest',
    'opponent=ai%3Acustom%3Adepth%3D99',
  ])('ignores %s', (search) => {
    expect(read(search)).toEqual(read(''))
  })

  it('cannot be `won` for all games', () => {
    expect(read('of=all&result=won').result).toBe('')
  })
})

describe('switchOwner', () => {
  it('keeps the filters as far as possible', () => {
    const mine = read('game=force3&result=lost&opponent=ai')
    expect(switchOwner('all', mine)).toEqual({ of: 'all', game: 'force3', result: 'decided', opponent: 'ai' })
    expect(switchOwner('me', switchOwner('all', mine)).result).toBe('')
    expect(switchOwner('all', read('result=drawn')).result).toBe('drawn')
  })
})
