/** What the page says about a room, in words of the person's language. */
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
  isPassAndPlay,
  isAIGame,
  mySeat,
  opponent,
  paceToShow,
  turnToShow,
} from '../room/view'
import { colourName, sayMove } from './boardtext'

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

/** A level's name; one that this page does not know goes by its own. */
export const levelName = (level: string): string => LEVELS[level]?.() ?? level

/** What a player is called: by nickname, as an AI, as `You`, or by seat. */
export function playerName({ name, level }: Player, seat: Seat, mine: boolean): string {
  if (name) return name
  if (level !== undefined) return m.ai_name({ level: levelName(level) })
  return mine ? m.you() : m.player_n({ seat })
}

/** What the player of a seat is called in this room. Who plays both seats tells them apart by colour, two AIs by level. */
export function seatName(state: RoomState, seat: Seat): string {
  const player = state.players[seat - 1]!
  if (isPassAndPlay(state)) return player.name ?? colourName(player.colour)
  if (isAIGame(state) && player.level !== undefined) return levelName(player.level)
  return playerName(player, seat, holdsSeat(state, seat))
}

/** The one line that says what is going on. */
export function status(state: RoomState): string {
  switch (state.phase) {
    case 'loading':
      return m.loading()
    case 'waiting':
      if (mySeat(state) === null) return freeSeat(state) ? m.seat_free() : m.watching()
      return state.open ? m.pair_status() : m.waiting_status()
    case 'playing':
      return turnLine(state, turnToShow(state)!)
    case 'finished':
      return state.end ? result(state, state.end) : ''
    case 'closed':
      if (state.closed === 'operator') return m.closed_operator()
      return state.closed === 'unjoined' ? m.closed_unjoined() : m.closed_abandoned()
  }
}

function turnLine(state: RoomState, seat: Seat): string {
  if (isAIGame(state)) return paceToShow(state)?.paused ? m.live_paused() : m.live_ai_against_ai()
  if (isAISeat(state, seat)) return m.ai_thinking()
  if (holdsSeat(state, seat) && !isPassAndPlay(state)) return m.your_turn()
  return m.their_turn({ name: seatName(state, seat) })
}

function result(state: RoomState, { winner }: Ending): string {
  if (winner === 0) return m.draw()
  const me = isPassAndPlay(state) ? null : mySeat(state)
  if (me === null) return m.x_wins({ name: seatName(state, winner) })
  return winner === me ? m.you_win() : m.you_lose()
}

/** A second line: what has become of an offer; under a result, how it came and who wants another game. */
export function aside(state: RoomState): string {
  if (state.phase === 'playing') return news(state) || adviceLine(state)
  if (state.phase !== 'finished') return ''
  const parts = [reason(state), again(state) || series(state)]
  return parts.filter((part) => part !== '').join(' · ')
}

function news(state: RoomState): string {
  const { news: what } = state
  if (what === null) return ''
  const name = seatName(state, what.seat)
  const mine = holdsSeat(state, what.seat) && !isPassAndPlay(state)
  if (what.is === 'takenback') return mine ? m.live_taken_back_you() : m.live_taken_back({ name })
  if (mine) return ''
  if (what.is === 'withdrawn') return m.live_withdrawn({ name })
  return what.offer === 'draw' ? m.live_declined_draw({ name }) : m.live_declined_takeback({ name })
}

/** What the AI suggests, for whom it is to see. */
export function adviceLine(state: RoomState): string {
  const move = adviceToShow(state)
  return move === null ? '' : m.live_advice_is({ what: sayMove(gameOf(state.variant), move) })
}

/** How a game came to its end, where the board does not show it. */
function reason(state: RoomState): string {
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

function again(state: RoomState): string {
  if (state.imported) return m.live_imported()
  const asked = ([1, 2] as const).find((seat) => state.rematch[seat - 1])
  if (asked === undefined) return ''
  return holdsSeat(state, asked)
    ? m.waits_again({ name: seatName(state, otherSeat(asked)) })
    : m.wants_again({ name: seatName(state, asked) })
}

/** The score, once there is one to speak of. */
function series({ game, score, draws }: RoomState): string {
  if (game < 2) return ''
  const count = m.live_series({ one: score[0], two: score[1] })
  return draws > 0 ? `${count}, ${m.draws({ count: draws })}` : count
}

/** The last move, for those who do not see the disc fall. */
export function lastMove({ moves, first, players, variant }: RoomState): string {
  const move = moves.at(-1)
  if (move === undefined) return ''
  const seat = moves.length % 2 === 1 ? first : otherSeat(first)
  return m.said_move({
    colour: colourName(players[seat - 1]!.colour),
    what: sayMove(gameOf(variant), move),
  })
}

/** What is asked of whoever looks at the page, and what they have asked themselves; empty: nothing. */
export function offerLine(state: RoomState): string {
  const theirs = offerFromOpponent(state)
  if (theirs !== null) {
    const name = seatName(state, opponent(state)!)
    return theirs === 'draw' ? m.live_asks_draw({ name }) : m.live_asks_takeback({ name })
  }
  const mine = offerByMe(state)
  return mine === null ? '' : mine === 'draw' ? m.live_asked_draw() : m.live_asked_takeback()
}

/** Who is given advice; everybody in the room may know. */
export function advisedLine(state: RoomState, seat: Seat): string {
  if (!state.advice[seat - 1]) return ''
  const mine = holdsSeat(state, seat) && !isPassAndPlay(state)
  return mine ? m.live_advice_on_you() : m.live_advice_on({ name: seatName(state, seat) })
}
