/** The texts about what happens in a room: news, offers, advice, and how a game ended. They are loaded after the first paint. */
import { gameOf } from '../games'
import { m } from '../paraglide/messages'
import { otherSeat, type Challenger, type Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import {
  adviceToShow,
  concernedSeat,
  holdsSeat,
  isAIAgainstAI,
  offerByMe,
  offerFromOpponent,
  opponentSeat,
  SEATS,
  showsTally,
} from '../room/view'
import { moveText } from './boardtext'
import { isolated } from './names'
import { objectName, subjectName } from './roomtext'

/** The line below the status: what happened to an offer or to the AI's move, or the advice. After a game: how it ended, rematch, score. */
export function secondLine(state: RoomState): string {
  if (state.phase === 'playing') return newsText(state) || adviceText(state)
  if (state.phase !== 'finished') return ''
  const parts = [endReasonText(state), rematchText(state) || scoreText(state)]
  return parts.filter((part) => part !== '').join(' · ')
}

/** What happened to an offer or to the AI's move; empty: nothing to tell. */
export function newsText(state: RoomState): string {
  const { news } = state
  if (news === null) return ''
  if (news.is === 'hurried') return isAIAgainstAI(state) ? '' : m.status_ai_hurried()
  const name = subjectName(state, news.seat)
  const mine = concernedSeat(state) === news.seat
  if (news.is === 'takenback') return mine ? m.takeback_done_you() : m.takeback_done({ name })
  if (mine) return ''
  if (news.is === 'withdrawn') return m.offer_withdrawn({ name })
  return news.offer === 'draw' ? m.offer_draw_declined({ name }) : m.offer_takeback_declined({ name })
}

/** The AI's advice, if this page may show it; else empty. */
export function adviceText(state: RoomState): string {
  const move = adviceToShow(state)
  if (move === null) return ''
  const what = moveText(gameOf(state.variant), move)
  if (state.advised?.only) return m.status_advice_only({ what })
  return state.advised?.preliminary ? m.status_advice_preliminary({ what }) : m.status_advice_is({ what })
}

/** How the game ended, if the board does not show it. */
export function endReasonText(state: RoomState): string {
  const { end } = state
  if (end === null) return ''
  if (end.reason === 'agreed') return m.status_end_agreed()
  if (end.winner === 0) return end.reason === 'left' ? m.status_end_left_draw() : ''
  const loser = otherSeat(end.winner)
  const name = subjectName(state, loser)
  const mine = concernedSeat(state) === loser
  switch (end.reason) {
    case 'resigned':
      return mine ? m.status_you_resigned() : m.status_opponent_resigned({ name })
    case 'time':
      return mine ? m.status_end_time_you() : m.status_end_time({ name })
    case 'left':
      return mine ? m.status_end_left_you() : m.status_end_left({ name })
    default:
      return ''
  }
}

/** Who asks for another game, or that there is none; empty: nobody has asked. */
export function rematchText(state: RoomState): string {
  if (state.imported) return m.status_imported()
  const asked = SEATS.find((seat) => state.rematch[seat - 1])
  if (asked === undefined) return ''
  const next = state.yields[asked - 1] ? nameInLine(state.challengers[0]!) : ''
  if (next)
    return holdsSeat(state, asked)
      ? m.next_yielded({ name: next })
      : m.next_yields({ name: subjectName(state, asked), next })
  return holdsSeat(state, asked)
    ? m.status_awaits_rematch({ name: objectName(state, otherSeat(asked)) })
    : m.status_wants_rematch({ name: subjectName(state, asked) })
}

/** What a challenger is called. */
export const nameInLine = ({ name }: Challenger): string => (name ? isolated(name) : m.next_somebody())

/** Who waits for the next game; empty: nobody. */
export function nextText({ challengers, me }: RoomState): string {
  const place = challengers.findIndex(({ id }) => id === me)
  if (place === 0) return m.next_you()
  const names = challengers
    .slice(0, place < 0 ? undefined : place)
    .map(nameInLine)
    .join(', ')
  if (place > 0) return m.next_you_after({ names })
  return names && m.next_names({ names })
}

/** The score of the series, from the second game on. */
function scoreText(state: RoomState): string {
  const { game, score, draws } = state
  if (game < 2 || !showsTally(state)) return ''
  const count = m.status_series({ one: score[0], two: score[1] })
  return draws > 0 ? `${count}, ${m.score_draws({ count: draws })}` : count
}

/** What this page's player is asked: whether to end the game of an opponent who is absent, as the tile says, or about an offer. */
export const questionText = (state: RoomState, claimable: boolean): string =>
  claimable ? m.claim_question() : offerText(state)

/** The offer to this page's player, or the player's own offer; empty: none. */
export function offerText(state: RoomState): string {
  const theirs = offerFromOpponent(state)
  if (theirs !== null) {
    const name = subjectName(state, opponentSeat(state)!)
    return theirs === 'draw' ? m.offer_draw_received({ name }) : m.offer_takeback_received({ name })
  }
  const mine = offerByMe(state)
  return mine === null ? '' : mine === 'draw' ? m.offer_draw_sent() : m.offer_takeback_sent()
}

/** Says that the AI advises a seat, or has done so in this game; empty if it has not. Everybody in the room sees this. */
export function adviceGivenText(state: RoomState, seat: Seat): string {
  if (!state.helped[seat - 1]) return ''
  const mine = concernedSeat(state) === seat
  return mine ? m.status_advice_on_you() : m.status_advice_on({ name: objectName(state, seat) })
}
