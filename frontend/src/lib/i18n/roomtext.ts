/** The texts about a room, in the person's language. */
import { gameOf } from '../games'
import { m } from '../paraglide/messages'
import { otherSeat, type Ending, type Player, type Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import {
  adviceToShow,
  offerByMe,
  offerFromOpponent,
  freeSeat,
  holdsSeat,
  isAISeat,
  isReplyOverdue,
  isPassAndPlay,
  isAIAgainstAI,
  mySeat,
  opponentSeat,
  paceToShow,
  turnToShow,
} from '../room/view'
import { colourName, moveText } from './boardtext'

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
  LEVELS[level]?.() ?? m.level_own({ name: level.replace(/.*:(.*name=)?|,.*/g, '') })

/** The name of a player: the nickname, the AI's level, `You`, or the seat. */
function playerName({ name, level }: Player, seat: Seat, mine: boolean): string {
  if (name) return name
  if (level !== undefined) return m.ai_name({ level: levelName(level) })
  return mine ? m.you() : m.player_n({ seat })
}

/**
 * The name of a seat's player, the same wherever a game is shown. In pass and play without nicknames it is the colour;
 * with two AIs it is the level. `mine`: the seat is held by the person who reads this.
 */
export function nameOf(players: readonly [Player, Player], seat: Seat, mine: boolean): string {
  const player = players[seat - 1]!
  const [one, two] = players
  if (one.id !== undefined && one.id === two.id) return player.name || colourName(player.colour)
  if (one.level !== undefined && two.level !== undefined) return levelName(player.level!)
  return playerName(player, seat, mine)
}

/** The name of a seat's player in a room. A free seat has the name of the person who is expected there. */
export function seatName(state: RoomState, seat: Seat): string {
  if (freeSeat(state) === seat) {
    if (mySeat(state) === null) return m.you()
    return state.open ? m.seat_opponent() : m.seat_friend()
  }
  return nameOf(state.players, seat, holdsSeat(state, seat))
}

/** The nickname of the player who waits for another one; empty: none. */
export const hostName = ({ players }: RoomState): string => players.find(({ name }) => name)?.name ?? ''

/** The status line: whose turn it is, or how the game ended. `now` is hub time. */
export function statusText(state: RoomState, now: number): string {
  switch (state.phase) {
    case 'loading':
      return m.loading()
    case 'waiting':
      if (mySeat(state) === null)
        return freeSeat(state)
          ? m.invite_waits({ name: hostName(state) || m.lobby_somebody() })
          : m.watching()
      return state.open ? m.pair_status() : m.waiting_status()
    case 'playing':
      return turnText(state, turnToShow(state)!, now)
    case 'finished':
      return state.end ? resultText(state, state.end) : ''
    case 'closed':
      if (state.closed === 'operator') return m.closed_operator()
      return state.closed === 'unjoined' ? m.closed_unjoined() : m.closed_abandoned()
  }
}

function turnText(state: RoomState, seat: Seat, now: number): string {
  if (isAIAgainstAI(state)) return paceToShow(state)?.paused ? m.live_paused() : m.live_ai_against_ai()
  if (state.delegated[seat - 1])
    return holdsSeat(state, seat) && !isPassAndPlay(state)
      ? m.delegated_turn_you()
      : m.delegated_turn({ name: seatName(state, seat) })
  if (isAISeat(state, seat)) return isReplyOverdue(state, now) ? m.ai_busy() : m.ai_thinking()
  if (holdsSeat(state, seat) && !isPassAndPlay(state)) return m.your_turn()
  return m.their_turn({ name: seatName(state, seat) })
}

function resultText(state: RoomState, { winner }: Ending): string {
  if (winner === 0) return m.draw()
  const me = isPassAndPlay(state) ? null : mySeat(state)
  if (me === null) return m.x_wins({ name: seatName(state, winner) })
  return winner === me ? m.you_win() : m.you_lose()
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
  if (news.is === 'hurried') return isAIAgainstAI(state) ? '' : m.ai_hurried()
  const name = seatName(state, news.seat)
  const mine = holdsSeat(state, news.seat) && !isPassAndPlay(state)
  if (news.is === 'takenback') return mine ? m.live_taken_back_you() : m.live_taken_back({ name })
  if (mine) return ''
  if (news.is === 'withdrawn') return m.live_withdrawn({ name })
  return news.offer === 'draw' ? m.live_declined_draw({ name }) : m.live_declined_takeback({ name })
}

/** The AI's advice, if this page may show it; else empty. */
export function adviceText(state: RoomState): string {
  const move = adviceToShow(state)
  return move === null ? '' : m.live_advice_is({ what: moveText(gameOf(state.variant), move) })
}

/** How the game ended, if the board does not show it. */
export function endReasonText(state: RoomState): string {
  const { end } = state
  if (end === null) return ''
  if (end.reason === 'agreed') return m.live_end_agreed()
  if (end.winner === 0) return end.reason === 'left' ? m.live_end_left_draw() : ''
  const loser = otherSeat(end.winner)
  const name = seatName(state, loser)
  const mine = holdsSeat(state, loser) && !isPassAndPlay(state)
  switch (end.reason) {
    case 'resigned':
      return mine ? m.you_resigned() : m.by_resignation_you({ name })
    case 'time':
      return mine ? m.live_end_time_you() : m.live_end_time({ name })
    case 'left':
      return mine ? m.live_end_left_you() : m.live_end_left({ name })
    default:
      return ''
  }
}

/** Who asks for another game, or that there is none; empty: nobody has asked. */
export function rematchText(state: RoomState): string {
  if (state.imported) return m.live_imported()
  const asked = ([1, 2] as const).find((seat) => state.rematch[seat - 1])
  if (asked === undefined) return ''
  return holdsSeat(state, asked)
    ? m.waits_again({ name: seatName(state, otherSeat(asked)) })
    : m.wants_again({ name: seatName(state, asked) })
}

/** The score of the series, from the second game on. */
function scoreText({ game, score, draws }: RoomState): string {
  if (game < 2) return ''
  const count = m.live_series({ one: score[0], two: score[1] })
  return draws > 0 ? `${count}, ${m.draws({ count: draws })}` : count
}

/** The offer to this page's player, or the player's own offer; empty: none. */
export function offerText(state: RoomState): string {
  const theirs = offerFromOpponent(state)
  if (theirs !== null) {
    const name = seatName(state, opponentSeat(state)!)
    return theirs === 'draw' ? m.live_asks_draw({ name }) : m.live_asks_takeback({ name })
  }
  const mine = offerByMe(state)
  return mine === null ? '' : mine === 'draw' ? m.live_asked_draw() : m.live_asked_takeback()
}

/** Says that the AI advises a seat; empty if it does not. Everybody in the room sees this. */
export function adviceGivenText(state: RoomState, seat: Seat): string {
  if (!state.advice[seat - 1]) return ''
  const mine = holdsSeat(state, seat) && !isPassAndPlay(state)
  return mine ? m.live_advice_on_you() : m.live_advice_on({ name: seatName(state, seat) })
}
