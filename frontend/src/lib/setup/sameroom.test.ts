import { expect, it } from 'vitest'
import { ANA, log, roomOf, ZOE } from '../room/testing'
import { sameRoom } from './sameroom'

const options = {
  variant: 'force3:fair',
  starter: 'me',
  clock: { move: 30_000 },
  advice: [true, false],
  no_spectators: true,
}
const invitation = (me: string, players: object[]) => roomOf(log({ ...options, players } as never), me)
const byAna = [{ id: ANA, colour: 'blue', name: 'Ana' }, { colour: 'white' }]

it('invites again to the same, for its host', () => {
  expect(sameRoom(invitation(ANA, byAna), 'Ana')).toEqual({
    variant: 'force3:fair',
    opponent: 'human',
    name: 'Ana',
    colour: 'blue',
    other_colour: 'white',
    starter: 'me',
    clock: { move: 30_000 },
    advice: '1',
    open: false,
    spectators: false,
  })
})

it('changes the seats for who was invited: the host of then moves first, and has the hints', () => {
  expect(sameRoom(invitation(ZOE, byAna), undefined)).toMatchObject({
    opponent: 'human',
    colour: 'white',
    other_colour: 'blue',
    starter: 'other',
    advice: '2',
  })
})

it('invites two others again, for an owner without a seat', () => {
  const free = [{ colour: 'red' }, { colour: 'yellow' }]
  expect(sameRoom(invitation(ANA, free), 'Ana')).toMatchObject({ opponent: 'others', colour: 'red' })
  expect(sameRoom(invitation(ANA, free), 'Ana').name).toBeUndefined()
})
