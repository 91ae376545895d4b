/** What the pages about finished games say, in words of the person's language. */
import { gameOf } from '../games'
import { language } from '../i18n/locale.svelte'
import { playerName } from '../i18n/roomtext'
import { m } from '../paraglide/messages'
import type { Ending, Seat } from '../protocol/entries'
import type { Game } from '../protocol/rest'
import { lasting } from './duration'

/** The seat that a player held; null for a stranger, and in games in which one held both. */
export function seatOf({ players }: Game, me: string): Seat | null {
  if (me === '' || players[0].id === players[1].id) return null
  return players[0].id === me ? 1 : players[1].id === me ? 2 : null
}

export const nameIn = (game: Game, seat: Seat, me: string): string =>
  playerName(game.players[seat - 1]!, seat, seatOf(game, me) === seat)

const REASONS: Partial<Record<Ending['reason'], () => string>> = {
  resigned: m.result_resigned,
  left: m.history_by_left,
  time: m.history_by_time,
}

/** Who has won, and how where that is no line of discs. */
export function outcome(game: Game, me: string): string {
  const { winner, reason } = game.end
  if (winner === 0) return reason === 'agreed' ? m.history_agreed() : m.draw()
  const seat = seatOf(game, me)
  const who =
    seat === null
      ? m.result_won({ name: nameIn(game, winner, me) })
      : seat === winner
        ? m.result_you_won()
        : m.result_you_lost()
  const how = REASONS[reason]?.()
  return how ? `${who} ${how}` : who
}

/** The same, told of the players by name, with the line that won. */
export function ending(game: Game): string {
  const { reason } = game.end
  const align = gameOf(game.variant)?.align
  const told = outcome(game, '')
  return reason === 'line' && align !== undefined ? `${told} ${m.history_by_line({ count: align })}` : told
}

/** How long something took. */
export function time(ms: number): string {
  const parts = lasting(ms)
  const digits = new Intl.NumberFormat(language.now)
  switch (parts.unit) {
    case 'seconds':
      return m.history_seconds({ count: digits.format(parts.seconds) })
    case 'minutes':
      return parts.seconds === 0
        ? m.history_minutes({ minutes: parts.minutes })
        : m.history_minutes_seconds({ minutes: parts.minutes, seconds: parts.seconds })
    case 'hours':
      return m.history_hours({ hours: parts.hours, minutes: parts.minutes })
  }
}

/** How long a game lasted, from its first position to its end. */
export const lasted = ({ started, ended }: Game): string => time(Date.parse(ended) - Date.parse(started))
