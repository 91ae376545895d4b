/** The texts of an invitation, in the person's language. */
import type { Family } from '../games'
import { adviceGivenText } from '../i18n/roomnews'
import { hostName } from '../i18n/roomtext'
import { m } from '../paraglide/messages'
import type { RoomState } from '../room/state'
import { SEATS } from '../room/view'
import { clockText } from './clocktext'
import { boardName } from './names'

const GAMES: Record<Family, () => string> = {
  connect4: m.invite_game_connect4,
  tictactoe: m.invite_game_tictactoe,
  force3: m.invite_game_force3,
}

/** The name of a variant's game inside a sentence. */
export function gameInSentence(variant: string): string {
  const family = variant.split(':')[0]!
  return GAMES[family as Family]?.() ?? family
}

/** Who invites to what: `Amélie invites you to Connect Four`. `host`: the nickname of the host; empty: none. */
export function invitationText(state: RoomState, host = hostName(state)): string {
  const game = gameInSentence(state.variant)
  return host ? m.invite_from({ name: host, game }) : m.invite_anonymous({ game })
}

/** What a guest agrees to, in lines: the board, the rules and the clock if there is one; then who gets advice. */
export function invitationTerms(state: RoomState): string[] {
  const board = [boardName(state.variant), state.clock ? clockText(state.clock) : ''].filter(Boolean)
  const advice = SEATS.map((seat) => adviceGivenText(state, seat))
  const begins = state.given > 0 ? m.position_begins({ move: state.given + 1 }) : ''
  return [board.join(' · '), begins, ...advice].filter(Boolean)
}
