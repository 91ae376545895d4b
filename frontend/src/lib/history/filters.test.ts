import { describe, expect, it } from 'vitest'
import { filtering, filtersOf, inAddress, inQuery, turnedTo, type Filters } from './filters'

const read = (search: string) => filtersOf(new URLSearchParams(search))
const written = (filters: Filters) =>
  new URLSearchParams(Object.entries(inAddress(filters)).filter(([, value]) => value)).toString()

describe('filters in the address', () => {
  it('are none at first', () => {
    expect(read('')).toEqual({ of: 'me', game: '', result: '', opponent: '' })
    expect(written(read(''))).toBe('')
    expect(filtering(read('of=all'))).toBe(false)
  })

  it.each([
    'game=connect4&result=won&opponent=ai',
    'of=all&game=connect4%3A9x7%3A4&result=decided&opponent=human',
    'of=all&result=drawn',
    'result=lost',
  ])('%s reads back as it was written', (search) => {
    expect(written(read(search))).toBe(search)
    expect(filtering(read(search))).toBe(true)
  })

  it.each(['of=mine', 'result=lucky', 'opponent=cat', 'game=%3Cscript%3E', 'game=' + 'x'.repeat(41)])(
    'passes over %s',
    (search) => {
      expect(read(search)).toEqual(read(''))
    },
  )

  it('asks for no winner of its own among the games of all', () => {
    expect(read('of=all&result=won').result).toBe('')
  })
})

describe('turning from mine to all', () => {
  it('keeps what has a meaning there', () => {
    const mine = read('game=force3&result=lost&opponent=ai')
    expect(turnedTo('all', mine)).toEqual({ of: 'all', game: 'force3', result: 'decided', opponent: 'ai' })
    expect(turnedTo('me', turnedTo('all', mine)).result).toBe('')
    expect(turnedTo('all', read('result=drawn')).result).toBe('drawn')
  })
})

describe('the question to the hub', () => {
  it('leaves out what does not filter', () => {
    expect(inQuery(read('of=all&result=drawn'))).toEqual({
      of: 'all',
      game: undefined,
      result: 'drawn',
      opponent: undefined,
    })
  })
})
