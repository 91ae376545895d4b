/** The texts of cells and of moves, in the person's language. */
import type { GameView, Position } from '../games'
import type { Colours } from '../protocol/entries'
import { loadedTrays } from '../games/loaded.svelte'
import { m } from '../paraglide/messages'
import { colourName } from './names'

/** A move as a text to follow a colour and a colon: `column 4`. An unknown move keeps its notation. */
export function moveText(game: Pick<GameView, 'phrase'> | null, move: string): string {
  const phrase = game?.phrase(move)
  if (!phrase) return move
  return phrase.is === 'drops' ? m.board_drops(phrase) : (loadedTrays()?.trayPhraseText(phrase) ?? '')
}

/** A cell: where it is, and what is on it. `position` and `colours` belong together. */
export function cellText({ columns }: GameView, position: Position, cell: number, colours: Colours): string {
  const spot = position.spots.find(({ place }) => 'cell' in place && place.cell === cell)
  if (spot) return spot.label()
  const disc = position.discs.find((one) => one.cell === cell)
  return m.board_cell({
    what: disc ? colourName(colours[disc.seat - 1]!) : m.board_cell_empty(),
    column: (cell % columns) + 1,
    row: Math.floor(cell / columns) + 1,
  })
}
