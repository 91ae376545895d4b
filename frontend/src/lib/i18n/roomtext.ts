/** The texts about a room that its first paint needs, in the person's language. The others are in roomnews.ts. */
import { m } from '../paraglide/messages'
import { type Ending, type Player, type Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import {
  concernedSeat,
  freeSeat,
  holdsSeat,
  isAISeat,
  isOwner,
  isReplyOverdue,
  isAIAgainstAI,
  mySeat,
  opponentSeat,
  paceToShow,
  turnToShow,
} from '../room/view'
import { colourName, isolated, levelName } from './names'
import { capital } from './capital'

type Players = readonly [Player, Player]

/** What a player is called, to the ear as to the eye. */
const called = ({ name, level, colour }: Player) =>
  (name || (level === undefined ? colourName(colour) : levelName(level))).normalize('NFKC').toLowerCase()

/**
 * The name of a seat's player as a label, the same wherever a game is shown: the nickname, the AI's level, `You`, or the
 * colour. In pass and play without nicknames both are colours. `mine`: the seat is held by the person who reads this.
 * `inSentence`: an AI has its article, `the AI (Easy)`. If both players have the same name, their colours follow it.
 */
export function nameOf(players: Players, seat: Seat, mine: boolean, inSentence = false): string {
  const { name, level: id, colour } = players[seat - 1]!
  const [one, two] = players
  const twin = called(one) === called(two) ? colourName(colour) : ''
  if (name) return isolated(name) + (twin && ` (${twin})`)
  if (one.id !== undefined && one.id === two.id) return colourName(colour)
  if (id !== undefined) {
    const level = levelName(id) + (twin && `, ${twin}`)
    if (inSentence) return m.player_ai_in_sentence({ level })
    return one.level !== undefined && two.level !== undefined ? level : m.player_ai({ level })
  }
  return mine ? m.player_you() : colourName(colour)
}

/** The same at the beginning of a sentence: `The AI (Easy)`. A nickname stays as it is. */
export function subjectOf(players: Players, seat: Seat, mine: boolean): string {
  const name = nameOf(players, seat, mine, true)
  return players[seat - 1]!.name ? name : capital(name)
}

/**
 * What this page's player calls, inside a sentence, the person on the other seat, or expected there; empty: the page only
 * watches, or the other one has a name or is an AI.
 */
function otherPerson(state: RoomState, seat: Seat): string {
  const other = opponentSeat(state) ?? (mySeat(state) === null ? null : freeSeat(state))
  if (other !== seat || state.players[seat - 1]!.name) return ''
  return state.open ? m.seat_opponent() : m.seat_friend()
}

/**
 * The name of a seat's player in a room. A free seat has the name of the person who is expected there; to an owner who does
 * not play, and to somebody who only watches, it has its colour.
 */
export function seatName(state: RoomState, seat: Seat): string {
  const other = otherPerson(state, seat)
  if (other) return capital(other)
  if (freeSeat(state) === seat && state.me && !isOwner(state)) return m.player_you()
  return nameOf(state.players, seat, holdsSeat(state, seat))
}

/** The name of a seat's player inside a sentence about the room. */
export const objectName = (state: RoomState, seat: Seat): string =>
  otherPerson(state, seat) || nameOf(state.players, seat, holdsSeat(state, seat), true)

/** The name of a seat's player at the beginning of a sentence about the room. */
export const subjectName = (state: RoomState, seat: Seat): string =>
  capital(otherPerson(state, seat)) || subjectOf(state.players, seat, holdsSeat(state, seat))

/** The nickname of the player who waits for another one; empty: none. */
export const hostName = ({ players }: RoomState): string =>
  isolated(players.find(({ name }) => name)?.name ?? '')

/** The status line: whose turn it is, or how the game ended. `now` is hub time. */
export function statusText(state: RoomState, now: number): string {
  switch (state.phase) {
    case 'loading':
      return m.room_opening()
    case 'waiting':
      if (mySeat(state) !== null) {
        if (state.open) return m.status_pairing()
        return state.presence.invited > 0 ? m.status_link_opened() : m.status_waiting_for_friend()
      }
      if (freeSeat(state) === 1) return m.wall_waiting()
      return freeSeat(state) && state.me && !isOwner(state)
        ? m.invite_waits({ name: hostName(state) || m.lobby_somebody() })
        : m.status_watching()
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
  const text = m.status_their_turn({ name: objectName(state, seat) })
  return state.players[seat - 1]!.name ? text : capital(text)
}

function resultText(state: RoomState, { winner }: Ending): string {
  if (winner === 0) return m.status_draw()
  const me = concernedSeat(state)
  if (me === null) return m.status_player_wins({ name: subjectName(state, winner) })
  return winner === me ? m.status_you_win() : m.status_you_lose()
}
