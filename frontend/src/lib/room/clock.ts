/**
 * The clocks of a game. Pure: `now` is always the hub's time, in Unix milliseconds (hubclock.ts).
 *
 * No clock runs before both sides have moved once. A turn is charged its time minus `lag`, the network lag that the hub
 * has measured. Each seat has a quota for lag, which grows with every turn. The constants must equal those of the hub
 * (package internal/room).
 */
import { turnAt, type Clock, type Seat } from '../protocol/entries'
import type { Timer } from '../protocol/messages'
import type { RoomState } from './state'

/** The number of turns at the start of a game, after the given moves, that no clock measures. */
const UNTIMED_TURNS = 2

/** The lag quota of a seat, in milliseconds: at the start of a game, its growth per turn, and its maximum. */
const FIRST_QUOTA = 1500
const QUOTA_GAIN = 500
const MAX_QUOTA = 3500

/** Both players' timers at the start of a game. */
export function startTimers(clock: Clock | null): [Timer, Timer] {
  const left = clock !== null && 'base' in clock ? clock.base : 0
  const timer = (): Timer => ({ left, quota: FIRST_QUOTA, used: 0 })
  return [timer(), timer()]
}

type Game = Pick<
  RoomState,
  'game' | 'clock' | 'phase' | 'first' | 'moves' | 'given' | 'timers' | 'turnAt' | 'endAt'
>

/** Whether a clock measures the current turn. */
export const isTimed = ({ clock, moves, given }: Pick<Game, 'clock' | 'moves' | 'given'>): boolean =>
  clock !== null && moves.length >= given + UNTIMED_TURNS

/** A player's timer after a turn of `ms`, of which `lag` was network lag. */
export function charge(game: Game, timer: Timer, ms: number, lag: number): Timer {
  const used = timer.used + ms
  if (!isTimed(game)) return { ...timer, used }
  const quota = Math.min(timer.quota - lag + QUOTA_GAIN, MAX_QUOTA)
  const clock = game.clock!
  if (!('base' in clock)) return { ...timer, quota, used }
  return { left: timer.left - Math.max(0, ms - lag) + (clock.increment ?? 0), quota, used }
}

/**
 * Both players' timers after a takeback at time `at` that leaves `ply` moves. The current turn is charged, and the
 * increments of the removed moves are deducted.
 */
export function chargeTakeback(game: Game, ply: number, at: number): [Timer, Timer] {
  const timers: [Timer, Timer] = [{ ...game.timers[0] }, { ...game.timers[1] }]
  const mover = (i: number) => timers[turnAt(game.first, i) - 1]!
  const elapsed = Math.max(0, at - game.turnAt)
  const timerToMove = mover(game.moves.length)
  timerToMove.used += elapsed
  if (!isTimed(game) || !('base' in game.clock!)) return timers
  timerToMove.left = Math.max(0, timerToMove.left - elapsed)
  for (let i = Math.max(ply, game.given + UNTIMED_TURNS); i < game.moves.length; i++)
    mover(i).left = Math.max(0, mover(i).left - (game.clock.increment ?? 0))
  return timers
}

/** How long the current turn has lasted; in a finished game, the last turn. */
function turnDuration({ phase, turnAt, endAt }: Game, now: number): number {
  if (phase === 'playing') return Math.max(0, now - turnAt)
  return Math.max(0, endAt - turnAt)
}

const isToMove = ({ moves, first }: Game, seat: Seat) => turnAt(first, moves.length) === seat

/** The time left of a seat, in milliseconds, at least 0; null without a clock. */
export function timeLeft(game: Game, seat: Seat, now: number): number | null {
  const { clock } = game
  if (clock === null) return null
  if (game.game === 0) return initialTime(clock)
  const full = 'move' in clock ? clock.move : game.timers[seat - 1]!.left
  const elapsed = isTimed(game) && isToMove(game, seat) ? turnDuration(game, now) : 0
  return Math.max(0, full - elapsed)
}

/** Whether a seat's clock runs now. */
export const isRunning = (game: Game, seat: Seat): boolean =>
  game.phase === 'playing' && isTimed(game) && isToMove(game, seat)

/** The time on a clock at the start, in milliseconds. */
export const initialTime = (clock: Clock): number => ('move' in clock ? clock.move : clock.base)

const URGENT_BELOW = 10_000
const URGENT_SHARE = 0.1

/**
 * Whether little time is left: less than 10 s or less than a tenth. A clock that starts with less than 20 s becomes
 * urgent below half its time.
 */
export function isUrgent(clock: Clock, left: number): boolean {
  const initial = initialTime(clock)
  return left < Math.min(initial / 2, Math.max(URGENT_BELOW, initial * URGENT_SHARE))
}

/** Formats time left as clocks show it: `0:07`, `12:30`, `1:04:32`. It is rounded up, so that 0:00 is the end. */
export function formatClock(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${twoDigits(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}
