/** An embed shows no clocks. This takes the place of lib/room/clock.ts (scripts/embed-page.ts). */
import type { Timer } from '../lib/protocol/messages'
import type { RoomState } from '../lib/room/state'

type Timers = RoomState['timers']

const unused = (): Timer => ({ left: 0, quota: 0, used: 0 })

export const startTimers = (): Timers => [unused(), unused()]
export const charge = (_: RoomState, timer: Timer): Timer => timer
export const chargeTakeback = ({ timers }: RoomState): Timers => timers
