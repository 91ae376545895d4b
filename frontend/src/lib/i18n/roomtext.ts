/** The texts about a room, in the person's language. */
import { gameOf } from '../games'
import { m } from '../paraglide/messages'
import { otherSeat, type Ending, type Player, type Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import {
  adviceToShow,
  concernedSeat,
  offerByMe,
  offerFromOpponent,
  freeSeat,
  holdsSeat,
  isAISeat,
  isReplyOverdue,
  isAIAgainstAI,
  mySeat,
  opponentSeat,
  paceToShow,
  SEATS,
  turnToShow,
} from '../room/view'
import { colourName, moveText } from './boardtext'
import { capital } from './capital'

export { colourName } from './boardtext'

const LEVELS: Record<string, () => string> = {
  'very-easy': m.level_very_easy,
  easy: m.level_easy,
  normal: m.level_normal,
  difficult: m.level_difficult,
  strong: m.level_strong,
  expert: m.level_expert,
  perfect: m.level_perfect,
}

/** The name of a level. In quotes: a custom level's own name, or else its depth; and the text of an unknown level. */
export const levelName = (level: string): string =>
  LEVELS[level]?.() ?? m.level_own_name({ name: level.replace(/.*:(.*name=)?|,.*/g, '') })

type Players = readonly [Player, Player]

/**
 * The name of a seat's player as a label, the same wherever a game is shown: the nickname, the AI's level, `You`, or the
 * colour. In pass and play without nicknames both are colours. `mine`: the seat is held by the person who reads this. `inSentence`: an AI
 * has its article, `the AI (Easy)`.
 */
export function nameOf(players: Players, seat: Seat, mine: boolean, inSentence = false): string {
  const { name, level: id, colour } = players[seat - 1]!
  const [one, two] = players
  if (name) return name
  if (one.id !== undefined && one.id === two.id) return colourName(colour)
  if (id !== undefined) {
    const level = levelName(id)
    if (inSentence) return m.player_ai_in_sentence({ level })
    return one.level !== undefined && two.level !== undefined ? level : m.player_ai({ level })
  }
  return mine ? m.player_you() : colourName(colour)
}

/** The same at the beginning of a sentence: `The AI (Easy)`. A nickname stays as it is. */
export const subjectOf = (players: Players, seat: Seat, mine: boolean): string =>
  players[seat - 1]!.name || capital(nameOf(players, seat, mine, true))

/** The name of a seat's player in a room. A free seat has the name of the person who is expected there. */
export function seatName(state: RoomState, seat: Seat): string {
  if (freeSeat(state) === seat) {
    if (mySeat(state) === null) return m.player_you()
    return state.open ? m.seat_opponent() : m.seat_friend()
  }
  return nameOf(state.players, seat, holdsSeat(state, seat))
}

/** The name of a seat's player inside a sentence about the room. */
export const objectName = (state: RoomState, seat: Seat): string =>
  nameOf(state.players, seat, holdsSeat(state, seat), true)

/** The name of a seat's player at the beginning of a sentence about the room. */
export const subjectName = (state: RoomState, seat: Seat): string =>
  subjectOf(state.players, seat, holdsSeat(state, seat))

/** The nickname of the player who waits for another one; empty: none. */
export const hostName = ({ players }: RoomState): string => players.find(({ name }) => name)?.name ?? ''

/** The status line: whose turn it is, or how the game ended. `now` is hub time. */
export function statusText(state: RoomState, now: number): string {
  switch (state.phase) {
    case 'loading':
      return m.room_opening()
    case 'waiting':
      if (mySeat(state) === null)
        return freeSeat(state)
          ? m.invite_waits({ name: hostName(state) || m.lobby_somebody() })
          : m.status_watching()
      return state.open ? m.status_pairing() : m.status_waiting_for_friend()
    case 'playing':
      return turnText(state, turnToShow(state)!, now)
    case 'finished':
      return state.end ? resultText(state, state.end) : ''
    case 'closed':
      if (state.closed === 'operator') return m.status_closed_by_operator()
      return state.closed === 'unjoined' ? m.status_closed_unjoined() : m.status_closed_abandoned()
  }
}

function turnText(state: RoomState, seat: Seat, now: number): string {
  if (isAIAgainstAI(state)) return paceToShow(state)?.paused ? m.status_paused() : m.status_ai_against_ai()
  if (state.delegated[seat - 1])
    return concernedSeat(state) === seat
      ? m.status_delegated_you()
      : m.status_delegated({ name: objectName(state, seat) })
  if (isAISeat(state, seat)) return isReplyOverdue(state, now) ? m.status_ai_busy() : m.status_ai_thinking()
  if (concernedSeat(state) === seat) return m.status_your_turn()
  return m.status_their_turn({ name: seatName(state, seat) })
}

function resultText(state: RoomState, { winner }: Ending): string {
  if (winner === 0) return m.status_draw()
  const me = concernedSeat(state)
  if (me === null) return m.status_player_wins({ name: subjectName(state, winner) })
  return winner === me ? m.status_you_win() : m.status_you_lose()
}

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
  return move === null ? '' : m.status_advice_is({ what: moveText(gameOf(state.variant), move) })
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
  return holdsSeat(state, asked)
    ? m.status_awaits_rematch({ name: objectName(state, otherSeat(asked)) })
    : m.status_wants_rematch({ name: subjectName(state, asked) })
}

/** The score of the series, from the second game on. */
function scoreText({ game, score, draws }: RoomState): string {
  if (game < 2) return ''
  const count = m.status_series({ one: score[0], two: score[1] })
  return draws > 0 ? `${count}, ${m.score_draws({ count: draws })}` : count
}

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

/** Says that the AI advises a seat; empty if it does not. Everybody in the room sees this. */
export function adviceGivenText(state: RoomState, seat: Seat): string {
  if (!state.advice[seat - 1]) return ''
  const mine = concernedSeat(state) === seat
  return mine ? m.status_advice_on_you() : m.status_advice_on({ name: objectName(state, seat) })
}
