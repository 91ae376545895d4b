/** The record of a game in a room of this device, from the log that the browser keeps: the hub has none. */
import type { Entry } from '../protocol/entries'
import { Failure } from '../protocol/failure'
import type { Game } from '../protocol/rest'
import { apply } from '../room/apply'
import { emptyRoom } from '../room/state'
import { DEVICE_PLAYER } from '../room/view'
import { keptLog } from './kept'

/** Returns a finished game, as `fetchGame` of the hub does. Throws a Failure if the room's log is gone, or has no such game. */
export function gameOnDevice(room: string, number: number): Game {
  let state = { ...emptyRoom(), me: DEVICE_PLAYER }
  let ms: number[] = []
  for (const line of keptLog(room).split('\n').filter(Boolean)) {
    const entry = JSON.parse(line) as Entry
    state = apply(state, { t: 'entries', entries: [entry] })
    ms = [...ms.slice(0, state.moves.length), ...(entry.type === 'moved' ? [entry.data.ms] : [])]
    const { game, variant, players, first, moves, end, started, endAt } = state
    if (game !== number || !end) continue
    const date = (at: number) => new Date(at).toISOString()
    return {
      ...{ room, name: room, game, variant, players, first, moves, end, ms },
      ...{ started: date(started), ended: date(endAt) },
    }
  }
  throw new Failure('no_game', 'This device has no such game.', false)
}
