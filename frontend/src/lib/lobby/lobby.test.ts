import { describe, expect, it } from 'vitest'
import type { LobbyItem } from '../protocol/rest'
import { countPresent, firstTab, GONE_FOR, merge, sweep } from './lobby'

const item = (room: string, more: Partial<LobbyItem> = {}): LobbyItem => ({
  room,
  variant: 'tictactoe',
  players: [{ id: 'a', colour: 'red' }, { colour: 'yellow' }],
  since: 0,
  ply: 0,
  score: [0, 0],
  ...more,
})
const rooms = (shown: readonly { item: LobbyItem }[]) => shown.map((one) => one.item.room).join('')
const items = (names: string) => [...names].map((name) => item(name))

describe('the lobby', () => {
  it('keeps every room in its place, whatever the hub’s order', () => {
    let shown = merge([], items('abc'), 0)
    shown = merge(shown, items('dcba'), 1)
    expect(rooms(shown)).toBe('abcd')
    expect(countPresent(shown)).toBe(4)
  })

  it('opens with the list that has something', () => {
    const [one, none] = [items('a'), items('')]
    expect(firstTab({ waiting: one, playing: one })).toBe('waiting')
    expect(firstTab({ waiting: none, playing: one })).toBe('playing')
    expect(firstTab({ waiting: none, playing: none })).toBe('waiting')
  })

  it('updates the rooms', () => {
    const shown = merge(merge([], items('ab'), 0), [item('b', { ply: 7 }), item('a')], 1)
    expect(shown[1]!.item.ply).toBe(7)
  })

  it('marks rooms that are gone, and removes them later unless the list is frozen', () => {
    let shown: ReturnType<typeof sweep> = merge(merge([], items('abc'), 0), items('ac'), 1000)
    expect(rooms(shown)).toBe('abc')
    expect(countPresent(shown)).toBe(2)
    shown = merge(shown, items('ac'), 2000)
    expect(shown[1]!.goneSince, 'the first update without it').toBe(1000)
    expect(sweep(shown, 1000 + GONE_FOR - 1, false)).toBe(shown)
    expect(sweep(shown, 1000 + GONE_FOR, true)).toBe(shown)
    expect(rooms(sweep(shown, 1000 + GONE_FOR, false))).toBe('ac')
  })

  it('unmarks a room that comes back', () => {
    const gone = merge(merge([], items('ab'), 0), items('b'), 1)
    const back = merge(gone, items('ab'), 2)
    expect(rooms(back)).toBe('ab')
    expect(back[0]!.goneSince).toBeNull()
  })
})
