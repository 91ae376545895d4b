import { expect, it } from 'vitest'
import { routeOf, trimLink } from './addresses'
import { deviceRoom } from './local/address'
import { newId } from './protocol/commands'
import { unknownIn } from './shell/unknown'

it('finds the page of an address, and the parameters in it', () => {
  expect(routeOf('/')).toEqual({ page: 'home', params: {} })
  expect(routeOf('/r/abc-1/')).toEqual({ page: 'room', params: { room: 'abc-1' } })
  expect(routeOf(`/r/${deviceRoom(newId())}`).page).toBe('room')
  expect(routeOf('/games')).toEqual({ page: 'games', params: {} })
  expect(routeOf('/games/abc/12')).toEqual({ page: 'replay', params: { room: 'abc', game: '12' } })
  expect(routeOf('/puzzle')).toEqual({ page: 'puzzle', params: {} })
  expect(routeOf('/rules/force3')).toEqual({ page: 'rules', params: { family: 'force3' } })
  for (const tail of [
    '.',
    ')',
    ',',
    '!',
    '%20',
    '%E2%80%A6',
    '…',
    '%22',
    '>',
    '/.',
    './',
    '%C2%BB).',
    '%',
    '&gt;',
  ]) {
    expect(routeOf(`/r/abc-1${tail}`), tail).toEqual({ page: 'room', params: { room: 'abc-1' } })
    expect(routeOf(`/games/abc/12${tail}`).params, tail).toEqual({ room: 'abc', game: '12' })
    for (const page of ['lobby', 'games', 'puzzle', 'inside'])
      expect(routeOf(`/${page}${tail}`).page, tail).toBe(page)
    expect(routeOf(`/${tail}`).page, tail).toBe('home')
  }
  for (const path of [
    '/r/',
    '/r/No_Such',
    '/games/abc/0',
    '/rules/chess',
    '/lobby/x',
    '/Lobby',
    '/r/abc.and',
  ])
    expect(routeOf(path).page, path).toBe('unknown')
})

it('finds what an address asks for in vain', () => {
  const shown = { variant: 'tictactoe', moves: 'a1 b2', depth: '3', eval: 'tens', ordering: undefined }
  for (const [query, unknown] of [
    ['', ''],
    ['variant=tictactoe&moves=a1+b2&depth=3', ''],
    ['moves=a1b2&depth=', ''],
    ['utm_source=chat&fbclid=IwAR0&_gl=1', ''],
    ['variant=force3:report', 'variant=force3:report'],
    ['depth=99&eval=mine&search=negascout', 'depth=99, eval=mine, search=negascout'],
    ['depth=3&depth=4', 'depth=4'],
    ['moves=a1+b2+b2', 'moves=a1 b2 b2'],
    ['ordering=maybe&constructor=1&toString=2', 'ordering=maybe, constructor=1, toString=2'],
    ['variant=' + 'x'.repeat(99), 'variant=' + 'x'.repeat(52)],
  ] as const)
    expect(unknownIn(new URLSearchParams(query), shown), query).toBe(unknown)
})

it('trims the query of a link as the hub does', () => {
  for (const tail of ['.', ')', '%20', '…', '%C2%BB', '&', '*', '+'])
    expect(trimLink(`?date=2026-11-23${tail}`), tail).toBe('?date=2026-11-23')
  expect(trimLink('?moves=P5+S3%2B')).toBe('?moves=P5+S3%2B')
})
