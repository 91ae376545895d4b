/** The texts of a result, in the person's language. */
import { gameOf } from '../games'
import { levelName } from '../i18n/levelname'
import { seatName } from '../i18n/roomtext'
import { m } from '../paraglide/messages'
import { otherSeat, type Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import { holdsSeat, isAIAgainstAI, isAISeat, isPassAndPlay, mySeat } from '../room/view'
import { variantName } from '../setup/names'
import { emojiPicture } from './picture'
import { outcome, wonLine } from './result'

const moves = ({ moves: { length } }: RoomState) => m.result_moves({ count: length })

/** The title of the result: who won. A loss is not rubbed in; the line below says how it came. */
export function resultTitle(state: RoomState): string {
  switch (outcome(state)) {
    case 'won':
      return m.status_you_win()
    case 'lost':
      return m.result_title_lost()
    case 'drawn':
      return m.status_draw()
    case 'watched':
      return m.status_player_wins({ name: seatName(state, state.end!.winner as Seat) })
  }
}

/** How the winner did it, without a name: `4 in a column, in 7 moves`. Empty if no line won. */
function lineText(state: RoomState): string {
  const line = wonLine(state.end!.cells, gameOf(state.variant)?.columns ?? 0)
  if (!line) return ''
  const inputs = { count: line.count, moves: moves(state) }
  switch (line.shape) {
    case 'row':
      return m.result_row(inputs)
    case 'column':
      return m.result_column(inputs)
    case 'diagonal':
      return m.result_diagonal(inputs)
    case 'lines':
      return m.result_lines(inputs)
  }
}

function lostLineText(state: RoomState): string {
  const line = wonLine(state.end!.cells, gameOf(state.variant)?.columns ?? 0)
  if (!line) return ''
  const name = whoText(state, state.end!.winner as Seat)
  const inputs = { name, count: line.count, moves: moves(state) }
  switch (line.shape) {
    case 'row':
      return m.result_lost_row(inputs)
    case 'column':
      return m.result_lost_column(inputs)
    case 'diagonal':
      return m.result_lost_diagonal(inputs)
    case 'lines':
      return m.result_lost_lines(inputs)
  }
}

/** A player at the beginning of a sentence. The level of the AI is in its player bar. */
const whoText = (state: RoomState, seat: Seat) =>
  isAISeat(state, seat) && !isAIAgainstAI(state) ? m.result_ai() : seatName(state, seat)

/** How the game was decided, and in how many moves. */
export function resultHow(state: RoomState): string {
  const { winner, reason } = state.end!
  const after = { moves: moves(state) }
  if (reason === 'agreed') return m.result_agreed(after)
  if (winner === 0) {
    if (reason === 'left') return m.result_left_draw(after)
    return m.result_nobody({ count: gameOf(state.variant)?.align ?? 0, ...after })
  }
  if (reason === 'line' || reason === 'draw')
    return outcome(state) === 'lost' ? lostLineText(state) : lineText(state)
  const loser = otherSeat(winner)
  const inputs = { name: whoText(state, loser), ...after }
  const mine = holdsSeat(state, loser) && !isPassAndPlay(state)
  if (reason === 'resigned') return mine ? m.result_by_resigning_you(after) : m.result_by_resigning(inputs)
  if (reason === 'time') return mine ? m.result_time_you(after) : m.result_time(inputs)
  return mine ? m.result_left_you(after) : m.result_left(inputs)
}

/** A player inside a sentence. */
function namedText(state: RoomState, seat: Seat): string {
  const { level } = state.players[seat - 1]!
  return level === undefined ? seatName(state, seat) : m.result_ai_level({ level: levelName(level) })
}

function shareTitle(state: RoomState): string {
  const how = outcome(state)
  const me = isPassAndPlay(state) ? null : mySeat(state)
  if (me === null) {
    const winner = state.end!.winner || 1
    const names = [namedText(state, winner), namedText(state, otherSeat(winner))] as const
    return how === 'drawn'
      ? m.result_share_watched_drawn({ one: names[0], two: names[1] })
      : m.result_share_watched({ winner: names[0], loser: names[1] })
  }
  const name = namedText(state, otherSeat(me))
  if (how === 'drawn') return m.result_share_drawn({ name })
  return how === 'won' ? m.result_share_won({ name }) : m.result_share_lost({ name })
}

/** The result as a message for others: what happened, and a small picture of the board. */
export function shareText(state: RoomState): string {
  const game = gameOf(state.variant)
  const colours = [state.players[0].colour, state.players[1].colour] as const
  return [
    `${m.app_name()} · ${variantName(state.variant)}`,
    shareTitle(state),
    lineText(state) || m.result_share_after({ moves: moves(state) }),
    game ? emojiPicture(game, game.at(state.moves, state.first), colours) : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}
