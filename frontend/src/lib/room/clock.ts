/**
 * Time in a game. Pure: `now` is always the hub's time, in Unix milliseconds (hubclock.ts).
 *
 * No clock runs before both sides have moved once. A turn is charged what it took without the network's share, which the
 * hub has measured and says in `lag`; each seat has a stock of such credit, and gains a little with every turn. The
 * figures are the hub's (internal/room/clock.go): the page folds them to know when a flag can fall.
 */
import type { Clock, Seat } from '../protocol/entries'
import type { RoomState, Timer } from './state'

/** How many turns of a game no clock measures. */
const UNTIMED = 2

const FIRST_QUOTA = 1500
const QUOTA_GAIN = 500
const MAX_QUOTA = 3500

/** Both players' time as a game begins. */
export function startTimers(clock: Clock | null): [Timer, Timer] {
  const left = clock !== null && 'base' in clock ? clock.base : 0
  const timer = (): Timer => ({ left, quota: FIRST_QUOTA, used: 0 })
  return [timer(), timer()]
}

type Game = Pick<RoomState, 'clock' | 'phase' | 'first' | 'moves' | 'timers' | 'turnAt' | 'endAt'>

/** Whether the turn that is on, or that the game ended in, is measured by a clock. */
export const timed = ({ clock, moves }: Pick<Game, 'clock' | 'moves'>): boolean =>
  clock !== null && moves.length >= UNTIMED

/** A player's time after a turn of `ms`, of which the network is held to have taken `lag`. */
export function charge(game: Game, timer: Timer, ms: number, lag: number): Timer {
  const used = timer.used + ms
  if (!timed(game)) return { ...timer, used }
  const quota = Math.min(timer.quota - lag + QUOTA_GAIN, MAX_QUOTA)
  const clock = game.clock!
  if (!('base' in clock)) return { ...timer, quota, used }
  return { left: timer.left - Math.max(0, ms - lag) + clock.increment, quota, used }
}

/**
 * Both players' time after moves were taken back at `at`, so that `ply` remain: the turn that is on is charged, and what
 * the moves had added is lost again.
 */
export function chargeBack(game: Game, ply: number, at: number): [Timer, Timer] {
  const timers: [Timer, Timer] = [{ ...game.timers[0] }, { ...game.timers[1] }]
  const mover = (i: number) => timers[((i % 2 === 0) === (game.first === 1) ? 1 : 2) - 1]!
  const ran = Math.max(0, at - game.turnAt)
  const turn = mover(game.moves.length)
  turn.used += ran
  if (!timed(game) || !('base' in game.clock!)) return timers
  turn.left = Math.max(0, turn.left - ran)
  for (let i = Math.max(ply, UNTIMED); i < game.moves.length; i++)
    mover(i).left = Math.max(0, mover(i).left - game.clock.increment)
  return timers
}

/** How long the turn that is on has lasted, or the last one of a game that is over. */
function running({ phase, turnAt, endAt }: Game, now: number): number {
  if (phase === 'playing') return Math.max(0, now - turnAt)
  return Math.max(0, endAt - turnAt)
}

/** Whether the present turn is the seat's. A move that ended the game has left no turn behind. */
const onTurn = ({ moves, first }: Game, seat: Seat) => (moves.length % 2 === 0) === (seat === first)

/** What the clock of a seat shows, in milliseconds, down to 0; null without a clock. */
export function timeLeft(game: Game, seat: Seat, now: number): number | null {
  const { clock } = game
  if (clock === null) return null
  if (game.phase === 'waiting') return budget(clock)
  const whole = 'move' in clock ? clock.move : game.timers[seat - 1]!.left
  const gone = timed(game) && onTurn(game, seat) ? running(game, now) : 0
  return Math.max(0, whole - gone)
}

/** How long a seat has thought in this game, in milliseconds. */
export function timeUsed(game: Game, seat: Seat, now: number): number {
  const before = game.timers[seat - 1]!.used
  if (game.phase === 'waiting' || game.phase === 'loading') return 0
  return onTurn(game, seat) ? before + running(game, now) : before
}

/** Whether a seat's clock runs now. */
export const runs = (game: Game, seat: Seat): boolean =>
  game.phase === 'playing' && timed(game) && onTurn(game, seat)

/** What a clock starts with, in milliseconds. */
export const budget = (clock: Clock): number => ('move' in clock ? clock.move : clock.base)

const URGENT_BELOW = 10_000
const URGENT_SHARE = 0.1

/**
 * Whether little time is left: less than 10 s or than a tenth of all. A clock of a few seconds is not urgent from its
 * first moment, but from its half.
 */
export function urgent(clock: Clock, left: number): boolean {
  const all = budget(clock)
  return left < Math.min(all / 2, Math.max(URGENT_BELOW, all * URGENT_SHARE))
}

/** Seconds left at which it is said aloud. */
export const ALOUD = [30, 10] as const

/** The last of the seconds worth saying that has been reached, or null: those of at least half the time are none. */
export function aloud(clock: Clock, left: number): number | null {
  const reached = ALOUD.filter((seconds) => seconds * 1000 <= budget(clock) / 2 && left <= seconds * 1000)
  return reached.at(-1) ?? null
}

/**
 * A time as clocks show it: `0:07`, `12:30`, `1:04:32`. What is left is rounded up, so that 0:00 is the end; what has
 * gone by is rounded down.
 */
export function clockFace(ms: number, direction: 'left' | 'gone'): string {
  const seconds = direction === 'left' ? Math.ceil(ms / 1000) : Math.floor(ms / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
