import { describe, expect, it } from 'vitest'
import type { LobbyItem } from '../protocol/rest'
import { count, GONE_STAYS, merge, readLobby, sweep } from './lobby'

const item = (room: string, more: Partial<LobbyItem> = {}): LobbyItem => ({
  room,
  variant: 'tictactoe',
  players: [{ id: 'a', colour: 'red' }, { colour: 'yellow' }],
  clock: null,
  since: 0,
  ply: 0,
  score: [0, 0],
  spectators: 0,
  ...more,
})
const rooms = (shown: readonly { item: LobbyItem }[]) => shown.map((one) => one.item.room).join('')
const items = (names: string) => [...names].map((name) => item(name))

describe('the lobby', () => {
  it('keeps every item in its place, whatever the hub’s order', () => {
    let shown = merge([], items('abc'), 0)
    shown = merge(shown, items('dcba'), 1)
    expect(rooms(shown)).toBe('abcd')
    expect(count(shown)).toBe(4)
  })

  it('shows what is new of an item', () => {
    const shown = merge(merge([], items('ab'), 0), [item('b', { ply: 7 }), item('a')], 1)
    expect(shown[1]!.item.ply).toBe(7)
  })

  it('marks what is gone and takes it away later, when no hand is on the list', () => {
    let shown: ReturnType<typeof sweep> = merge(merge([], items('abc'), 0), items('ac'), 1000)
    expect(rooms(shown)).toBe('abc')
    expect(count(shown)).toBe(2)
    shown = merge(shown, items('ac'), 2000)
    expect(shown[1]!.gone, 'since it went').toBe(1000)
    expect(sweep(shown, 1000 + GONE_STAYS - 1, false)).toBe(shown)
    expect(sweep(shown, 1000 + GONE_STAYS, true)).toBe(shown)
    expect(rooms(sweep(shown, 1000 + GONE_STAYS, false))).toBe('ac')
  })

  it('welcomes back what was gone', () => {
    const gone = merge(merge([], items('ab'), 0), items('b'), 1)
    const back = merge(gone, items('ab'), 2)
    expect(rooms(back)).toBe('ab')
    expect(back[0]!.gone).toBeNull()
  })
})

describe('what the hub sends', () => {
  it('is read, without items that cannot be', () => {
    const lobby = {
      waiting: [item('a'), { room: 'b' }, null, item('../evil'), item('c', { players: [] as never })],
      playing: 'none',
    }
    expect(readLobby(JSON.stringify(lobby))).toEqual({ waiting: [item('a')], playing: [] })
  })

  it('is nothing when it is nothing of the kind', () => {
    for (const data of ['', '{', 'null', '7', undefined, 7]) expect(readLobby(data)).toBeNull()
  })
})
