/**
 * The line of moves on the analysis board: the moves that were played, and how many of them are on the board. Also its
 * form in addresses and in questions to the hub.
 */
import { DEFAULT_VARIANT, gameOf, type GameView } from '../games'
import { COLOURS, PLAIN_COLOURS, type Colour, type Colours, type Seat } from '../protocol/entries'
import type { Params } from '../addresses'
import { gameOver } from './gameover'

export interface Line {
  moves: readonly string[]
  /** how many of the moves are on the board; the moves after them were taken back and can be redone */
  ply: number
}

export const EMPTY: Line = { moves: [], ply: 0 }

export const currentMoves = ({ moves, ply }: Line): string[] => moves.slice(0, ply)

/** Plays a move. If it equals the next move that was taken back, the moves after it can still be redone. */
export function playMove(line: Line, move: string): Line {
  const before = currentMoves(line)
  const redone = line.moves[line.ply] === move
  return { moves: redone ? line.moves : [...before, move], ply: line.ply + 1 }
}

export const goTo = (line: Line, ply: number): Line => ({
  ...line,
  ply: Math.min(line.moves.length, Math.max(0, ply)),
})

/** The moves as one string, for the hub and for addresses. */
export const movesString = (game: GameView, moves: readonly string[]): string =>
  moves.join(game.family === 'connect4' ? '' : ' ')

/** A move in such a string, as the hub's rules.SplitMoves finds it: white space is never part of a move. */
const MOVE = {
  connect4: /[^\t-\r\x85\p{Z}]/gu,
  tictactoe: /[^\t-\r\x85\p{Z}]{1,2}/gu,
  force3: /[^\t-\r\x85\p{Z}]+/gu,
} as const

/** The moves in such a string. */
export const splitMoves = ({ family }: Pick<GameView, 'family'>, text: string): string[] =>
  text.match(MOVE[family]) ?? []

/** The moves before the first one that cannot be played. */
export function playableMoves(game: GameView, moves: readonly string[]): string[] {
  const playable: string[] = []
  for (const move of moves) {
    const position = game.at(playable, 1)
    const legal = position.choices.some((choice) => choice.move === move)
    if (!legal || gameOver(game, position, playable.length) !== null) break
    playable.push(move)
  }
  return playable
}

/** The position that an address of the analysis board contains. */
export interface SharedPosition {
  variant: string
  moves: readonly string[]
  /** the seat that began */
  first: Seat
  colours: Colours
}

export const isColour = (text: string): text is Colour => (COLOURS as readonly string[]).includes(text)

function readColours(text: string): Colours {
  const [one = '', two = ''] = text.split('-')
  return isColour(one) && isColour(two) && one !== two ? [one, two] : PLAIN_COLOURS
}

/** Reads an address. An unknown variant gives the default variant, without moves. */
export function readPosition(query: URLSearchParams): SharedPosition {
  const requested = query.get('variant') ?? DEFAULT_VARIANT
  const known = gameOf(requested)
  const game = known ?? gameOf(DEFAULT_VARIANT)!
  return {
    variant: known ? requested : DEFAULT_VARIANT,
    moves: playableMoves(game, known ? splitMoves(game, query.get('moves') ?? '') : []),
    first: query.get('first') === '2' ? 2 : 1,
    colours: readColours(query.get('colours') ?? ''),
  }
}

/** The query parameters of an address; defaults are left out. */
export function positionQuery(position: SharedPosition): Params {
  const { variant, moves, first, colours } = position
  return {
    variant,
    moves: movesString(gameOf(variant)!, moves) || undefined,
    first: first === 2 ? '2' : undefined,
    colours: colours.join() === PLAIN_COLOURS.join() ? undefined : colours.join('-'),
  }
}

function withQuery(path: string, params: Params): string {
  const kept = Object.entries(params).filter((pair): pair is [string, string] => !!pair[1])
  return `${path}?${new URLSearchParams(kept).toString()}`
}

/** The address of a position on the analysis board. */
export const positionAddress = (position: SharedPosition): string =>
  withQuery('/analysis', positionQuery(position))

/** The address at which one plays on. `from`: where the position comes from, as RoomRequest has it. */
export const playAddress = (position: SharedPosition, from?: string): string =>
  withQuery('/play', { ...positionQuery(position), from })

/** The address of the look inside the search at a position. */
export function insideAddress(game: GameView, variant: string, moves: readonly string[]): string {
  const query = {
    variant,
    moves: movesString(game, moves),
    eval: game.family === 'tictactoe' ? 'tens' : 'ai',
  }
  return `/inside?${new URLSearchParams(query).toString()}`
}

const FILES = 'abc'

/** The moves as seen from the other side: a standing board is mirrored, a flat one is rotated by 180°. */
export function mirrored(game: GameView, moves: readonly string[]): string[] {
  const cell = (digit: string) => String(10 - Number(digit))
  switch (game.family) {
    case 'connect4':
      return moves.map((move) => {
        const column = Number.parseInt(move, 16)
        return (game.columns + 1 - column).toString(16)
      })
    case 'tictactoe':
      return moves.map((move) => FILES[2 - FILES.indexOf(move[0]!)]! + String(4 - Number(move[1])))
    case 'force3':
      return moves.map((move) => move.replace(/[1-9]/g, cell))
  }
}
