/** The texts about finished games, in the person's language. */
import { gameOf } from '../games'
import { levelName } from '../i18n/names'
import { numberText } from '../i18n/numbers'
import { nameOf, subjectOf } from '../i18n/roomtext'
import { m } from '../paraglide/messages'
import type { Ending, Seat } from '../protocol/entries'
import type { Game } from '../protocol/rest'
import { SEATS } from '../room/view'

/** The seat of a player; null if the player held no seat or both seats. */
export function seatOf({ players }: Game, me: string): Seat | null {
  if (me === '' || players[0].id === players[1].id) return null
  return players[0].id === me ? 1 : players[1].id === me ? 2 : null
}

/** The name of a player. `me`: the ID of the person who reads this; '' if it is unknown. */
export const playerNameIn = (game: Game, seat: Seat, me: string): string =>
  nameOf(game.players, seat, seatOf(game, me) === seat)

/** Both players, as a title. */
export const versusText = (game: Game, me: string): string =>
  m.game_versus({ a: playerNameIn(game, 1, me), b: playerNameIn(game, 2, me) })

/** Who won, said of the winner. */
const wonText = (game: Game, winner: Seat, me: string): string =>
  seatOf(game, me) === winner
    ? m.result_you_won()
    : m.result_won({ name: subjectOf(game.players, winner, false) })

const REASONS: Partial<Record<Ending['reason'], () => string>> = {
  resigned: m.result_resigned,
  left: m.history_by_left,
  time: m.history_by_time,
}

/** The result of a game, with the reason unless it was a line of discs. */
export function outcomeText(game: Game, me: string): string {
  const { winner, reason } = game.end
  if (winner === 0) return reason === 'agreed' ? m.history_agreed() : m.status_draw()
  const seat = seatOf(game, me)
  const who = seat !== null && seat !== winner ? m.result_you_lost() : wonText(game, winner, me)
  const how = REASONS[reason]?.()
  return how ? `${who} ${how}` : who
}

/** How a game ended, with the winner's name and the winning line. */
export function endingText(game: Game, me: string): string {
  const { winner, reason } = game.end
  const align = gameOf(game.variant)?.align
  if (winner === 0 || reason !== 'line' || align === undefined) return outcomeText(game, me)
  return `${wonText(game, winner, me)} ${m.history_by_line({ count: align })}`
}

/** A duration in milliseconds as a text; with tenths below 10 seconds. */
export function durationText(ms: number): string {
  const exact = Math.max(0, ms) / 1000
  const seconds = exact < 9.95 ? Math.round(exact * 10) / 10 : Math.round(exact)
  if (seconds < 60) return m.duration_seconds({ count: numberText(seconds) })
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (seconds < 3600)
    return rest === 0
      ? m.duration_minutes({ minutes })
      : m.duration_minutes_seconds({ minutes, seconds: rest })
  const total = Math.round(seconds / 60)
  return m.duration_hours({ hours: Math.floor(total / 60), minutes: total % 60 })
}

/** How long a game lasted. */
export const gameDurationText = ({ started, ended }: Game): string =>
  durationText(Date.parse(ended) - Date.parse(started))

/** What the AI did for people: in which parts of the game it played their turns, and whom it advised; empty: nothing. */
export function helpText(game: Game, me: string): string {
  const name = (seat: Seat) => nameOf(game.players, seat, seatOf(game, me) === seat, true)
  return [
    ...(game.delegations ?? []).map(({ seat, level, from, to }) =>
      m.history_delegated({ name: name(seat), level: levelName(level), from: from + 1, to }),
    ),
    ...SEATS.filter((seat) => game.advice?.[seat - 1]).map((seat) => m.history_helped({ name: name(seat) })),
  ].join(' ')
}
