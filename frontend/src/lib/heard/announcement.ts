/**
 * What a change of a room is announced as to people who do not see it. Pure, apart from the language: `announcement`
 * compares two states, and `timedAnnouncements` says what is due as time passes. A turn is one announcement.
 */
import { arrivedSeat } from '../cues/cue'
import { gameOf } from '../games'
import { arrivalText } from '../i18n/arrivaltext'
import { adviceText, endReasonText, newsText, nextText, offerText, rematchText } from '../i18n/roomnews'
import { colourName } from '../i18n/names'
import { objectName, statusText, subjectName } from '../i18n/roomtext'
import { m } from '../paraglide/messages'
import { otherSeat, type Clock, type Seat } from '../protocol/entries'
import { initialTime, isRunning, timeLeft } from '../room/clock'
import type { RoomState } from '../room/state'
import {
  claimableFrom,
  concernedSeat,
  isAIAgainstAI,
  isAISeat,
  isReplyOverdue,
  mySeat,
  opponentSeat,
  SEATS,
  turn,
} from '../room/view'
import { linesName, moveSentence, sentences } from './words'

/** The moves of AI against AI are not announced if they follow each other faster than this, in milliseconds. */
const LEAST_PACE = 2000

/** More moves than this at once, as after a lost connection, are counted; only the last one is told. */
const MOST_MOVES = 2

/** The announcement of a change; empty: there is nothing to announce. */
export function announcement(before: RoomState, after: RoomState): string {
  if (isReading(after)) return ''
  if (isReading(before)) return arrival(after)
  const otherGame = before.game !== after.game
  const from = otherGame ? after.given : before.moves.length
  const ended = after.phase === 'finished' && (otherGame || before.phase !== 'finished')
  const texts = [
    before.link === 'lost' && after.link === 'live' ? m.heard_connected() : '',
    otherGame ? startText(before, after) : '',
    ...(isQuiet(after) ? [] : newMoves(after, from)),
    before.news === after.news ? '' : newsText(after),
    after.moves.length < from ? removedText(before, after) : '',
    ...changesBetween(before, after),
    ended ? endText(after) : '',
  ].filter((text) => text !== '')
  const turned = otherGame || after.moves.length !== from || (handedBack(before, after) && !ended)
  if (turned && after.phase === 'playing' && !isQuiet(after)) texts.push(turnText(after))
  return sentences(...texts)
}

/** Whether the page still reads the entries that existed when it was loaded. */
const isReading = ({ phase, n, knownUpTo }: RoomState): boolean => phase === 'loading' || n < knownUpTo

const isQuiet = (state: RoomState): boolean =>
  isAIAgainstAI(state) && state.phase === 'playing' && state.pace!.ms < LEAST_PACE

/** Whether a player plays again the turns that the AI has played. */
const handedBack = (before: RoomState, after: RoomState): boolean =>
  ([0, 1] as const).some((i) => before.delegated[i] !== '' && after.delegated[i] === '')

/** The room as somebody finds it. */
function arrival(state: RoomState): string {
  const game = gameOf(state.variant)
  const last = game && state.moves.length > 0 ? moveSentence(state, game, state.moves.length - 1) : ''
  if (state.phase === 'playing')
    return sentences(colourText(state), isQuiet(state) ? '' : last, turnText(state) || statusText(state, 0))
  if (state.phase === 'finished') return sentences(endText(state), rematchText(state))
  return sentences(statusText(state, 0))
}

/** The player's colour; empty for spectators, and in pass and play. */
function colourText(state: RoomState): string {
  const me = concernedSeat(state)
  if (me === null) return ''
  return m.heard_your_colour({ colour: colourName(state.players[me - 1]!.colour) })
}

function startText(before: RoomState, after: RoomState): string {
  const arrived = arrivedSeat(before, after)
  return sentences(
    arrived === null ? '' : arrivalText(after, arrived),
    after.game > 1 ? m.heard_game({ game: after.game }) : '',
    colourText(after),
  )
}

/** Whose turn it is. Empty if an AI is to move: its move follows. */
function turnText(state: RoomState): string {
  const seat = turn(state)
  return seat === null || isAISeat(state, seat) || state.delegated[seat - 1] ? '' : statusText(state, 0)
}

function newMoves(state: RoomState, from: number): string[] {
  const game = gameOf(state.variant)
  const count = state.moves.length - from
  if (!game || count <= 0) return []
  const last = state.moves.length - 1
  if (count > MOST_MOVES) return [m.heard_moves({ count }), moveSentence(state, game, last)]
  return Array.from({ length: count }, (_, i) => moveSentence(state, game, from + i))
}

/** The moves that were taken back, the last one first. */
function removedText(before: RoomState, after: RoomState): string {
  const game = gameOf(before.variant)
  if (!game) return ''
  const removed = before.moves.map((_, i) => moveSentence(before, game, i)).slice(after.moves.length)
  return sentences(...removed.reverse().map((move) => m.heard_removed({ move })))
}

/** What the two states say differently about offers, advice, presence and the AI. */
function changesBetween(before: RoomState, after: RoomState): string[] {
  const playing = after.phase === 'playing'
  const changed = (text: (state: RoomState) => string) => (text(before) === text(after) ? '' : text(after))
  const away = (state: RoomState) => playing && claimableFrom(state) !== null
  const them = opponentSeat(after)
  const name = them === null ? '' : subjectName(after, them)
  return [
    changed(offerText),
    playing ? changed(finalAdvice) : '',
    after.phase === 'finished' ? changed(rematchText) : '',
    changed(nextText),
    before.phase === 'waiting' && after.phase === 'waiting' ? changed((state) => statusText(state, 0)) : '',
    ...SEATS.map((seat) => (playing && before.game === after.game ? delegatedText(before, after, seat) : '')),
    away(after) && !away(before) ? m.claim_opponent_away({ name }) : '',
    away(before) && !away(after) ? m.heard_here({ name }) : '',
    after.pace?.paused && !before.pace?.paused ? statusText(after, 0) : '',
    after.phase === 'closed' && before.phase !== 'closed' ? statusText(after, 0) : '',
  ]
}

/** A hint of this device is not announced: the hub's follows, and may be another one. */
const finalAdvice = (state: RoomState) => (state.advised?.preliminary ? '' : adviceText(state))

function delegatedText(before: RoomState, after: RoomState, seat: Seat): string {
  if (before.delegated[seat - 1] !== '' || after.delegated[seat - 1] === '') return ''
  return concernedSeat(after) === seat
    ? m.status_delegated_you()
    : m.status_delegated({ name: objectName(after, seat) })
}

/** How the game ended: who won, and where the line is, or why without one. */
function endText(state: RoomState): string {
  const game = gameOf(state.variant)
  const { end } = state
  if (!end) return ''
  const line = game && end.cells?.length ? linesName(game, end.cells) : ''
  if (line === '') return sentences(statusText(state, 0), endReasonText(state))
  if (end.winner === 0) return m.heard_drawn_lines({ line })
  const me = concernedSeat(state)
  if (me === end.winner) return m.heard_you_win({ line })
  if (me !== null) return m.heard_you_lose({ line })
  return m.heard_wins({ name: subjectName(state, end.winner), line })
}

/** The page announces the time left at these numbers of seconds. */
const ANNOUNCED_SECONDS = [30, 10] as const

/**
 * The last announcement that is due, in seconds, or null. `left`: the time left, in milliseconds. Announcements above half
 * the initial time are skipped.
 */
export function secondsToAnnounce(clock: Clock, left: number): number | null {
  const reached = ANNOUNCED_SECONDS.filter(
    (seconds) => seconds * 1000 <= initialTime(clock) / 2 && left <= seconds * 1000,
  )
  return reached.at(-1) ?? null
}

/** An announcement that is due at some time. Each is made once; `key` identifies it. */
export interface Timed {
  key: string
  text: string
}

/**
 * What is due now: that little time is left, that the AI takes longer than usual, or that an absent opponent's game may be
 * ended. `now` is hub time.
 */
export function timedAnnouncements(state: RoomState, now: number): Timed[] {
  const me = concernedSeat(state)
  const them = opponentSeat(state)
  const list: Timed[] = []
  if (me !== null && state.clock !== null && isRunning(state, me)) {
    const seconds = secondsToAnnounce(state.clock, timeLeft(state, me, now)!)
    // With a time per move, each turn has its own warnings.
    const ofTurn = 'move' in state.clock ? state.moves.length : ''
    if (seconds !== null)
      list.push({
        key: `${state.game}/${ofTurn}/${seconds}`,
        text: sentences(m.clock_seconds_left({ count: seconds })),
      })
  }
  if (isReplyOverdue(state, now))
    list.push({ key: `busy/${state.game}/${state.moves.length}`, text: sentences(m.status_ai_busy()) })
  const claimAt = claimableFrom(state)
  if (claimAt !== null && them !== null && now >= claimAt)
    list.push({ key: `claim/${claimAt}`, text: m.claim_now({ name: subjectName(state, them) }) })
  return list
}

/** The seat that the answers about `mine` are about: the player's, or else the one to move. */
export const ownSeat = (state: RoomState): Seat => mySeat(state) ?? turn(state) ?? otherSeat(state.first)
