/** The texts of a result, in the person's language. */
import { gameOf } from '../games'
import { objectName, subjectName } from '../i18n/roomtext'
import { SITE } from '../house'
import { m } from '../paraglide/messages'
import { coloursOf, otherSeat, type Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import { concernedSeat, isAIAgainstAI, isAISeat } from '../room/view'
import { variantName } from '../setup/names'
import { emojiPicture } from './picture'
import { outcome, wonLine, type WonLine } from './result'

const moves = ({ moves: { length } }: RoomState) => m.result_moves({ count: length })

/** The title of the result: who won. A loss is not rubbed in; the line below says how it came. */
export function resultTitle(state: RoomState): string {
  const how = outcome(state)
  if (how === 'watched') return m.status_player_wins({ name: subjectName(state, state.end!.winner as Seat) })
  return { won: m.status_you_win, lost: m.result_title_lost, drawn: m.status_draw }[how]()
}

type LineTexts = Record<WonLine['shape'], (inputs: { name: string; count: number; moves: string }) => string>

/** Without a name: `4 in a column, after 7 moves`. */
const LINES: LineTexts = {
  row: m.result_row,
  column: m.result_column,
  diagonal: m.result_diagonal,
  lines: m.result_lines,
}
/** To the person who lost: `Zoé got 4 in a column, after 7 moves`. */
const LOST_LINES: LineTexts = {
  row: m.result_lost_row,
  column: m.result_lost_column,
  diagonal: m.result_lost_diagonal,
  lines: m.result_lost_lines,
}

/** Which line won, and after how many moves. Empty if no line won. */
function lineText(state: RoomState, texts: LineTexts): string {
  const { cells, winner } = state.end!
  const line = wonLine(cells, gameOf(state.variant)?.columns ?? 0)
  if (!line) return ''
  const name = winner === 0 ? '' : whoText(state, winner)
  return texts[line.shape]({ name, count: line.count, moves: moves(state) })
}

/** A player at the beginning of a sentence. The level of the AI is in its player bar. */
const whoText = (state: RoomState, seat: Seat) =>
  isAISeat(state, seat) && !isAIAgainstAI(state) ? m.result_ai() : subjectName(state, seat)

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
    return lineText(state, outcome(state) === 'lost' ? LOST_LINES : LINES)
  const loser = otherSeat(winner)
  const inputs = { name: whoText(state, loser), ...after }
  const mine = concernedSeat(state) === loser
  if (reason === 'resigned') return mine ? m.result_by_resigning_you(after) : m.result_by_resigning(inputs)
  if (reason === 'time') return mine ? m.result_time_you(after) : m.result_time(inputs)
  return mine ? m.result_left_you(after) : m.result_left(inputs)
}

function shareTitle(state: RoomState): string {
  const how = outcome(state)
  const me = concernedSeat(state)
  if (me === null) {
    const winner = state.end!.winner || 1
    const loser = objectName(state, otherSeat(winner))
    return how === 'drawn'
      ? m.result_share_watched_drawn({ one: objectName(state, winner), two: loser })
      : m.result_share_watched({ winner: subjectName(state, winner), loser })
  }
  const name = objectName(state, otherSeat(me))
  if (how === 'drawn') return m.result_share_drawn({ name })
  return how === 'won' ? m.result_share_won({ name }) : m.result_share_lost({ name })
}

/** The result as a message for others: what happened, and a small picture of the board. */
export function shareText(state: RoomState): string {
  const game = gameOf(state.variant)
  const colours = coloursOf(state.players)
  return [
    `${SITE} · ${variantName(state.variant)}`,
    shareTitle(state),
    lineText(state, LINES) || m.result_share_after({ moves: moves(state) }),
    game ? emojiPicture(game, game.at(state.moves, state.first), colours) : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}
