/** What the page says about a room, in words of the person's language. */
import { gameOf } from '../games'
import { m } from '../paraglide/messages'
import { other, type Ending, type Player, type Seat } from '../protocol/entries'
import type { Refusal, RoomState } from '../room/state'
import { freeSeat, mySeat, turnToShow } from '../room/view'
import { colourName, sayMove } from './boardwords'

export { colourName } from './boardwords'

const LEVELS: Record<string, () => string> = {
  'very-easy': m.level_very_easy,
  easy: m.level_easy,
  normal: m.level_normal,
  difficult: m.level_difficult,
  strong: m.level_strong,
  expert: m.level_expert,
}

/** A level's name; one that this page does not know goes by its own. */
export const levelName = (level: string): string => LEVELS[level]?.() ?? level

/** What a player is called: by nickname, as an AI, as `You`, or by seat. */
export function playerName({ name, level }: Player, seat: Seat, mine: boolean): string {
  if (name) return name
  if (level !== undefined) return m.ai_name({ level: levelName(level) })
  return mine ? m.you() : m.player_n({ seat })
}

const nameIn = (state: RoomState, seat: Seat) =>
  playerName(state.players[seat - 1]!, seat, mySeat(state) === seat)

/** The one line that says what is going on. */
export function status(state: RoomState): string {
  const me = mySeat(state)
  switch (state.phase) {
    case 'loading':
      return m.loading()
    case 'waiting':
      return me !== null ? m.waiting_status() : freeSeat(state) ? m.seat_free() : m.watching()
    case 'playing': {
      const seat = turnToShow(state)!
      if (seat === me) return m.your_turn()
      if (state.players[seat - 1]!.level !== undefined) return m.ai_thinking()
      return m.their_turn({ name: nameIn(state, seat) })
    }
    case 'finished':
      return state.end ? result(state, state.end, me) : ''
    case 'closed':
      return state.closed === 'unjoined' ? m.closed_unjoined() : m.closed_abandoned()
  }
}

function result(state: RoomState, end: Ending, me: Seat | null): string {
  if (end.winner === 0) return m.draw()
  if (me === null) return m.x_wins({ name: nameIn(state, end.winner) })
  return end.winner === me ? m.you_win() : m.you_lose()
}

/** A second line under a result: how it came, and who wants another game. Empty when there is nothing to add. */
export function aside(state: RoomState): string {
  if (state.phase !== 'finished') return ''
  const me = mySeat(state)
  const asked = ([1, 2] as const).find((seat) => state.rematch[seat - 1])
  if (asked !== undefined) {
    return asked === me
      ? m.waits_again({ name: nameIn(state, other(asked)) })
      : m.wants_again({ name: nameIn(state, asked) })
  }
  if (state.end?.reason === 'resigned' && state.end.winner !== 0) {
    const loser = other(state.end.winner)
    return loser === me ? m.you_resigned() : m.by_resignation_you({ name: nameIn(state, loser) })
  }
  return ''
}

/** The last move, for those who do not see the disc fall. */
export function lastMove({ moves, first, players, variant }: RoomState): string {
  const move = moves.at(-1)
  if (move === undefined) return ''
  const seat = moves.length % 2 === 1 ? first : other(first)
  return m.said_move({
    colour: colourName(players[seat - 1]!.colour),
    what: sayMove(gameOf(variant), move),
  })
}

const REFUSALS: Record<string, () => string> = {
  malformed: m.refused_malformed,
  not_your_seat: m.refused_not_your_seat,
  not_your_turn: m.refused_not_your_turn,
  stale: m.refused_stale,
  ahead: m.refused_ahead,
  seat_taken: m.refused_seat_taken,
  already_seated: m.refused_already_seated,
  already_asked: m.refused_already_asked,
  not_started: m.refused_not_started,
  game_over: m.refused_game_over,
  game_running: m.refused_game_running,
  bad_move: m.refused_bad_move,
  column_full: m.refused_column_full,
  bad_name: m.refused_bad_name,
  bad_command: m.refused_bad_command,
  room_closed: m.refused_room_closed,
  room_full: m.refused_room_full,
}

/** Why a command was not carried out. The hub's own English is better than nothing for a code that is new. */
export function refusal({ code, text }: Refusal): string {
  return REFUSALS[code]?.() ?? (text || m.refused_unknown({ code }))
}
