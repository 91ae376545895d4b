/** The texts of the board and of moves, in the person's language. */
import type { BoardChoice, BoardTarget, BoardText } from '../board/board'
import type { Choice, GameView, Position, Spot, Phrase } from '../games'
import { loadedTrays } from '../games/loaded.svelte'
import { m } from '../paraglide/messages'
import type { Colour, Seat } from '../protocol/entries'
import { colourName } from './names'

/** The colours of the discs, by seat - 1. */
export type Colours = readonly [Colour, Colour]

/** The text of a phrase. `colours` names the discs in it. */
export function phraseText(phrase: Phrase, colours: Colours): string {
  const disc = (seat: Seat) => colourName(colours[seat - 1]!)
  switch (phrase.is) {
    case 'column':
      return phrase.free === 0
        ? m.board_column_full({ column: phrase.column })
        : m.board_column_free({ column: phrase.column, count: phrase.free })
    case 'drops':
      return m.board_drops({ column: phrase.column })
    case 'full':
      return m.refused_column_full()
    default:
      return loadedTrays()?.trayPhraseText(phrase, disc) ?? ''
  }
}

/** A move as a text to follow a colour and a colon: `column 4`. An unknown move keeps its notation. */
export function moveText(game: Pick<GameView, 'phrase'> | null, move: string): string {
  const phrase = game?.phrase(move)
  return phrase ? phraseText(phrase, ['red', 'yellow']) : move
}

/** A cell: where it is, and what is on it. */
export function cellText({ columns }: GameView, position: Position, cell: number, colours: Colours): string {
  const spot = position.spots.find(({ place }) => 'cell' in place && place.cell === cell)
  if (spot) return phraseText(spot.phrase, colours)
  const disc = position.discs.find((one) => one.cell === cell)
  return m.board_cell({
    what: disc ? colourName(colours[disc.seat - 1]!) : m.board_cell_empty(),
    column: (cell % columns) + 1,
    row: Math.floor(cell / columns) + 1,
  })
}

/** The texts of a board, which has `label` as its name and says of a cell what `cell` returns. */
export const boardText = (
  cell: (cell: number) => string,
  label: string = m.board(),
  summary = '',
): BoardText => ({
  label,
  summary,
  cell,
  cells: m.board_cells(),
  last: m.board_cell_last(),
  won: m.board_cell_won(),
  playable: m.board_cell_playable(),
  left: m.board_left(),
  right: m.board_right(),
})

/** The discs in hand as a sentence; empty in games without hands. */
export const handsText = (position: Position, colours: Colours): string =>
  loadedTrays()?.handsText(position, (seat) => colourName(colours[seat - 1]!)) ?? ''

export const boardTarget = (spot: Spot, colours: Colours): BoardTarget => ({
  ...spot,
  label: phraseText(spot.phrase, colours),
  next: spot.next && phraseText(spot.next, colours),
})

export const boardChoice = (choice: Choice, colours: Colours): BoardChoice => ({
  ...choice,
  label: phraseText(choice.phrase, colours),
})
