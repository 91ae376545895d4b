/** The answers to the keys of somebody who does not see the board. Pure, apart from the language. */
import { gameOf } from '../games'
import { colourName } from '../i18n/names'
import { cellText, moveText } from '../i18n/boardtext'
import { offerText } from '../i18n/roomnews'
import { seatName, statusText } from '../i18n/roomtext'
import { m } from '../paraglide/messages'
import { coloursOf, otherSeat, type Seat } from '../protocol/entries'
import { formatClock, timeLeft } from '../room/clock'
import type { RoomState } from '../room/state'
import { turn } from '../room/view'
import { ownSeat } from './announcement'
import { cellsFrom, threatsOf } from './lines'
import { cellName, moveSentence, sentences } from './words'

/** Directions of a scan by their keys, as [columns, rows]. The keys of diagonals lie as on a numeric keypad. */
export const SCAN_KEYS: Record<string, { step: [number, number]; name: () => string }> = {
  ArrowLeft: { step: [-1, 0], name: m.heard_left },
  ArrowRight: { step: [1, 0], name: m.heard_right },
  ArrowUp: { step: [0, 1], name: m.heard_up },
  ArrowDown: { step: [0, -1], name: m.heard_down },
  Home: { step: [-1, 1], name: m.heard_up_left },
  PageUp: { step: [1, 1], name: m.heard_up_right },
  End: { step: [-1, -1], name: m.heard_down_left },
  PageDown: { step: [1, -1], name: m.heard_down_right },
}

/** The answers by key. `now` is hub time. */
export const ANSWERS: Record<string, (state: RoomState, now: number) => string> = {
  l: lastMove,
  s: (state, now) => sentences(statusText(state, now), offerText(state)),
  k: clocks,
  m: (state) => threats(state, ownSeat(state)),
  o: (state) => threats(state, otherSeat(ownSeat(state))),
}

function lastMove(state: RoomState): string {
  const game = gameOf(state.variant)
  if (!game || state.moves.length === 0) return m.heard_no_move()
  return moveSentence(state, game, state.moves.length - 1)
}

function clocks(state: RoomState, now: number): string {
  const timeOf = (seat: Seat) => {
    const left = timeLeft(state, seat, now)
    return left === null ? '' : m.heard_time_left({ name: seatName(state, seat), time: formatClock(left) })
  }
  return sentences(timeOf(1), timeOf(2)) || m.heard_no_clock()
}

/** How `seat` could complete a line. */
function threats(state: RoomState, seat: Seat): string {
  const game = gameOf(state.variant)
  if (!game || state.phase !== 'playing') return sentences(statusText(state, 0))
  const colour = colourName(coloursOf(state.players)[seat - 1]!)
  if (game.winningTurns) {
    const turns = game.winningTurns(state.moves, state.first, seat).map((move) => moveText(game, move))
    if (turns.length === 0) return m.heard_no_turn_wins({ colour })
    const list = turns.join(m.heard_or())
    return turn(state) === seat
      ? m.heard_turn_wins({ colour, list })
      : m.heard_turn_would_win({ colour, list })
  }
  const found = threatsOf(game, game.at(state.moves, state.first), seat)
  const cellsThat = (now: boolean) =>
    found
      .filter((threat) => threat.now === now)
      .map(({ cell }) => cellName(game, cell))
      .join(m.heard_or())
  const [atOnce, later] = [cellsThat(true), cellsThat(false)]
  if (found.length === 0) return m.heard_no_threat({ colour })
  return sentences(
    atOnce && m.heard_threat_now({ colour, cells: atOnce }),
    later && m.heard_threat_later({ colour, cells: later }),
  )
}

/** What lies on the line from a cell in the direction of a key: each cell's content, up to the edge. */
export function scan(state: RoomState, cell: number, key: string): string {
  const game = gameOf(state.variant)
  const direction = SCAN_KEYS[key]
  if (!game || !direction) return ''
  const colours = coloursOf(state.players)
  const position = game.at(state.moves, state.first, colours)
  const contents = cellsFrom(game, cell, ...direction.step).map((one) => {
    // In Force 3 the text of a cell has its number.
    if (game.family === 'force3') return cellText(game, position, one, colours)
    const disc = position.discs.find(({ cell }) => cell === one)
    return disc ? colourName(colours[disc.seat - 1]!) : m.board_cell_empty()
  })
  return m.heard_scan({ direction: direction.name(), cells: [...contents, m.heard_edge()].join(', ') })
}
