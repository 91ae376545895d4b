/**
 * A line of moves on the free board: all that were played, and how many of them are on the board. And how it is written
 * in an address, and in a question to the hub.
 */
import { DEFAULT_VARIANT, gameOf, type GameView } from '../games'
import { COLOURS, otherSeat, type Colour, type Seat } from '../protocol/entries'
import { ended } from './gameover'

export interface Line {
  moves: readonly string[]
  /** moves on the board; the others were taken back, and can come again */
  ply: number
}

export const EMPTY: Line = { moves: [], ply: 0 }

export const shown = ({ moves, ply }: Line): string[] => moves.slice(0, ply)

/** Plays a move. If it is the one that was taken back, those after it stay to come again. */
export function played(line: Line, move: string): Line {
  const before = shown(line)
  const again = line.moves[line.ply] === move
  return { moves: again ? line.moves : [...before, move], ply: line.ply + 1 }
}

export const at = (line: Line, ply: number): Line => ({
  ...line,
  ply: Math.min(line.moves.length, Math.max(0, ply)),
})

/** Moves as one text, as the hub and the address have them. */
export const joined = (game: GameView, moves: readonly string[]): string =>
  moves.join(game.family === 'connect4' ? '' : ' ')

const split = (game: GameView, text: string): string[] =>
  game.family === 'connect4' ? [...text.trim()] : text.trim().split(/\s+/).filter(Boolean)

/** As many of the moves as can be played one after the other. */
export function playable(game: GameView, moves: readonly string[]): string[] {
  const good: string[] = []
  for (const move of moves) {
    const position = game.at(good, 1)
    const legal = position.choices.some((choice) => choice.move === move)
    if (!legal || ended(game, position, good.length) !== null) break
    good.push(move)
  }
  return good
}

/** What an address of the free board says. */
export interface Place {
  variant: string
  moves: string[]
  /** whether all moves of the address could be played */
  whole: boolean
  /** the seat that began: its discs are solid or rings */
  first: Seat
  /** by seat - 1 */
  colours: [Colour, Colour]
}

const USUAL: [Colour, Colour] = ['red', 'yellow']
const isColour = (text: string): text is Colour => (COLOURS as readonly string[]).includes(text)

function coloursOf(text: string): [Colour, Colour] {
  const [one = '', two = ''] = text.split('-')
  return isColour(one) && isColour(two) && one !== two ? [one, two] : USUAL
}

/** Reads an address. A variant that this page does not know gives the usual game, without moves. */
export function readPlace(query: URLSearchParams): Place {
  const asked = query.get('variant') ?? DEFAULT_VARIANT
  const known = gameOf(asked)
  const game = known ?? gameOf(DEFAULT_VARIANT)!
  const wanted = known ? split(game, query.get('moves') ?? '') : []
  const moves = playable(game, wanted)
  return {
    variant: known ? asked : DEFAULT_VARIANT,
    moves,
    whole: known !== null && moves.length === wanted.length,
    first: query.get('first') === '2' ? 2 : 1,
    colours: coloursOf(query.get('colours') ?? ''),
  }
}

/** The choices of an address; what is as usual is left out. */
export function placeChoices(place: Omit<Place, 'whole'>): Record<string, string | undefined> {
  const { variant, moves, first, colours } = place
  return {
    variant,
    moves: joined(gameOf(variant)!, moves) || undefined,
    first: first === 2 ? '2' : undefined,
    colours: colours.join() === USUAL.join() ? undefined : colours.join('-'),
  }
}

/** The address of the free board with these moves on it. */
export function placeAddress(place: Omit<Place, 'whole'>): string {
  const kept = Object.entries(placeChoices(place)).filter((pair): pair is [string, string] => !!pair[1])
  return `/analysis?${new URLSearchParams(kept).toString()}`
}

/** Who moves after so many. */
export const turnAt = (first: Seat, ply: number): Seat => (ply % 2 === 0 ? first : otherSeat(first))

const FILES = 'abc'

/** The moves as they look from the other side: a standing board mirrored, a flat one turned by half. */
export function turnedRound(game: GameView, moves: readonly string[]): string[] {
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
