/**
 * Force 3 on the page: the rules of force3rules.ts as tiles, discs, spots and choices. A turn is a pair of spots: the
 * hand and a free tile, a disc and a free tile, or a tile and the hole. No two turns share a pair, so that the second
 * tap always plays a turn and the board needs no modes. A free tile that cannot slide takes a disc at the first tap. In force3:report, a turn of two slides takes three taps: the
 * hole, then the two tiles in the order in which they slide.
 */
import { linesOf } from '../board/lines'
import { colourName } from '../i18n/names'
import { m } from '../paraglide/messages'
import { otherSeat, PLAIN_COLOURS, type Colours, type Seat } from '../protocol/entries'
import { nextStep, reasons } from './force3hints'
import {
  bannedSlide,
  CELLS,
  DISCS,
  legalTurns,
  playTurn,
  parseTurn,
  repetitionKey,
  initialState,
  formatTurn,
  slidFrom,
  type Options,
  type Side,
  type State,
  type Turn,
} from './force3rules'
import type { BoardMark } from '../board/board'
import type { Choice, Disc, GameView, Lock, Place, Position, Spot, Tile } from './game'
import { trayPhraseText } from './traytext'

const SIZE = 3
const handOf = (seat: Seat) => `hand${seat}`

/** Converts the game's cell numbers, 1 at the top left, to the page's, 0 at the bottom left. */
const toPage = (cell: number) => (SIZE - 1 - Math.floor((cell - 1) / SIZE)) * SIZE + ((cell - 1) % SIZE)

/** A turn in signs: a dot is a disc that is placed, an arrow a disc that moves, a double arrow a tile that slides. */
const shortOf = (move: string): string =>
  move
    .replace(/^P([1-9])$/, '•$1')
    .replace(/^M([1-9])-([1-9])$/, '$1→$2')
    .replace(/^S([1-9])$/, '$1⇒')
    .replace(/^S([1-9])\+$/, '$1⇒⇒')
    .replace(/^S([1-9])\+([1-9])$/, '$1+$2⇒')

/** Where each tile and each disc is. Tiles and discs keep their keys, so that the page can animate them. */
interface Pieces {
  tiles: Tile[]
  discs: Disc[]
}

const initialPieces = (first: Seat): Pieces => ({
  tiles: CELLS.filter((cell) => cell !== initialState().hole).map((cell, key) => ({
    key,
    cell: toPage(cell),
  })),
  discs: ([first, otherSeat(first)] as const).flatMap((seat, side) =>
    Array.from({ length: DISCS }, (_, slot): Disc => {
      return { key: side * DISCS + slot, seat, cell: null, slot, ply: -1 }
    }),
  ),
})

function movePieces({ tiles, discs }: Pieces, state: State, turn: Turn, seat: Seat): Pieces {
  const moved = (disc: Disc, to: number): Disc => ({ ...disc, cell: toPage(to), ply: state.ply })
  const carry = (from: number, to: number) =>
    (discs = discs.map((disc) => (disc.cell === toPage(from) ? moved(disc, to) : disc)))
  if (turn.is === 'places') {
    const taken = discs.findLast((disc) => disc.seat === seat && disc.cell === null)
    discs = discs.map((disc) => (disc === taken ? moved(disc, turn.cell) : disc))
  }
  if (turn.is === 'moves') carry(turn.from, turn.to)
  let { hole } = state
  for (const from of slidFrom(turn, hole)) {
    tiles = tiles.map((tile) => (tile.cell === toPage(from) ? { ...tile, cell: toPage(hole) } : tile))
    carry(from, hole)
    hole = from
  }
  return { tiles, discs }
}

/** Where a turn starts and ends, in the page's cells. */
function pathOf(turn: Turn, hole: number, seat: Seat): { source: Place; via?: Place; cell: number } {
  switch (turn.is) {
    case 'places':
      return { source: { hand: seat }, cell: toPage(turn.cell) }
    case 'moves':
      return { source: { cell: toPage(turn.from) }, cell: toPage(turn.to) }
    case 'slides-then':
      return { source: { cell: toPage(turn.then) }, via: { cell: toPage(turn.cell) }, cell: toPage(hole) }
    default:
      return { source: { cell: toPage(turn.cell) }, cell: toPage(hole) }
  }
}

/** The spots that choose a turn. */
function spotsOf(turn: Turn, hole: number, seat: Seat): readonly [from: string, to: string] {
  switch (turn.is) {
    case 'places':
      return [handOf(seat), String(turn.cell)]
    case 'moves':
      return [String(turn.from), String(turn.to)]
    case 'slides-then':
      return [`${hole} ${turn.cell}`, String(turn.then)]
    default:
      return [String(turn.cell), String(hole)]
  }
}

function choiceOf(turn: Turn, state: State, seat: Seat, { report }: Options): Choice {
  const { source, via, cell } = pathOf(turn, state.hole, seat)
  const [from, to] = spotsOf(turn, state.hole, seat)
  // Tapping a disc and then a free tile moves the disc. Tapping a free tile and then a disc only selects the disc.
  return {
    move: formatTurn(turn),
    from,
    to,
    either: turn.is === 'places' || (turn.is !== 'moves' && !report),
    alone: turn.is === 'places',
    lands: cell,
    source,
    via,
    phrase: turn,
    label: () => trayPhraseText(turn),
  }
}

function spots(
  state: State,
  seats: readonly [Seat, Seat],
  choices: readonly Choice[],
  colours: Colours,
): Spot[] {
  const colour = (seat: Seat) => colourName(colours[seat - 1]!)
  const labelOf = (cell: number) => {
    if (cell === state.hole) return m.board_hole_at({ cell })
    const owner = state.discs[cell - 1]
    return owner == null
      ? m.board_tile_free({ cell })
      : m.board_tile_taken({ cell, colour: colour(seats[owner]) })
  }
  const cells = CELLS.map((cell): Spot => ({
    id: String(cell),
    place: { cell: toPage(cell) },
    keys: cell === state.hole ? [String(cell), '0', 'h', 'H'] : [String(cell)],
    label: () => labelOf(cell),
  }))
  const hands = ([0, 1] as const).map((side): Spot => {
    const seat = seats[side]
    return {
      id: handOf(seat),
      place: { hand: seat },
      keys: side === state.side ? ['+', 't', 'T'] : [],
      label: () => m.board_hand({ colour: colour(seat), count: state.hands[side] }),
    }
  })
  return [...cells, ...hands].map((spot) => ({
    ...spot,
    next: nextStep(spot.id, String(state.hole), choices),
  }))
}

/** The slide that would undo the last turn. */
function banned(state: State, options: Options): Lock[] {
  const turn = bannedSlide(state, options)
  if (turn === null || turn.is === 'moves') return []
  const spots = spotsOf(turn, state.hole, 1)
  if (turn.is === 'slides-then') return [{ cell: null, spots, reason: m.board_reverse }]
  return [
    {
      cell: toPage(turn.cell),
      spots,
      reason: () => (options.report ? m.board_banned_alone : m.board_banned)({ cell: turn.cell }),
    },
  ]
}

function at(options: Options, moves: readonly string[], first: Seat, colours: Colours): Position {
  const seats = [first, otherSeat(first)] as const
  const seatOf = (side: Side) => seats[side]
  let state = initialState()
  let pieces = initialPieces(first)
  let last: BoardMark | null = null
  const occurrences = new Map<string, number>()
  const countPosition = () =>
    occurrences.set(repetitionKey(state), (occurrences.get(repetitionKey(state)) ?? 0) + 1)
  countPosition()
  for (const move of moves) {
    const turn = legalTurns(state, options).find((one) => formatTurn(one) === move)
    if (!turn) continue
    const seat = seatOf(state.side)
    last = pathOf(turn, state.hole, seat)
    pieces = movePieces(pieces, state, turn, seat)
    state = playTurn(state, turn)
    countPosition()
  }
  const turn = seatOf(state.side)
  const choices = legalTurns(state, options).map((one) => choiceOf(one, state, turn, options))
  const times = occurrences.get(repetitionKey(state))!
  const hands = first === 1 ? state.hands : ([state.hands[1], state.hands[0]] as const)
  return {
    turn,
    ...pieces,
    hands,
    spots: spots(state, seats, choices, colours),
    choices,
    locks: [...banned(state, options), ...reasons(state, options, choices, (side) => handOf(seatOf(side)))],
    last,
    times,
    note: () => (times > 1 ? m.board_repeated({ times }) : ''),
    summary: () =>
      m.board_in_hand({
        ...{ one: colourName(colours[0]), mine: hands[0] },
        ...{ two: colourName(colours[1]), theirs: hands[1] },
      }),
  }
}

const isAligned = (discs: State['discs'], side: Side) =>
  linesOf(CELLS.filter((cell) => discs[cell - 1] === side).map(toPage), SIZE, SIZE).length > 0

function winningTurns(options: Options, moves: readonly string[], first: Seat, seat: Seat): string[] {
  let state = initialState()
  for (const move of moves) {
    const turn = legalTurns(state, options).find((one) => formatTurn(one) === move)
    if (turn) state = playTurn(state, turn)
  }
  const side: Side = seat === first ? 0 : 1
  if (side !== state.side) state = { ...state, side, ban: '' }
  return legalTurns(state, options)
    .filter((turn) => {
      const { discs } = playTurn(state, turn)
      return isAligned(discs, side) && !isAligned(discs, side === 0 ? 1 : 0)
    })
    .map(formatTurn)
}

export function force3(options: Options): GameView {
  return {
    family: 'force3',
    look: 'tiles',
    columns: SIZE,
    rows: SIZE,
    align: SIZE,
    at: (moves, first, colours = PLAIN_COLOURS) => at(options, moves, first, colours),
    phrase: parseTurn,
    short: shortOf,
    winningTurns: (moves, first, seat) => winningTurns(options, moves, first, seat),
  }
}
