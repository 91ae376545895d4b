import { expect, it } from 'vitest'
import { routeOf } from './addresses'
import { deviceRoom } from './local/address'
import { newId } from './protocol/commands'

it('finds the page of an address, and the parameters in it', () => {
  expect(routeOf('/')).toEqual({ page: 'home', params: {} })
  expect(routeOf('/r/abc-1/')).toEqual({ page: 'room', params: { room: 'abc-1' } })
  expect(routeOf(`/r/${deviceRoom(newId())}`).page).toBe('room')
  expect(routeOf('/games')).toEqual({ page: 'games', params: {} })
  expect(routeOf('/games/abc/12')).toEqual({ page: 'replay', params: { room: 'abc', game: '12' } })
  expect(routeOf('/puzzle')).toEqual({ page: 'puzzle', params: {} })
  expect(routeOf('/rules/force3')).toEqual({ page: 'rules', params: { family: 'force3' } })
  for (const path of ['/r/', '/r/No_Such', '/games/abc/0', '/rules/chess', '/lobby/x', '/Lobby'])
    expect(routeOf(path).page, path).toBe('unknown')
})
