/** The texts of the board and of moves, in the person's language. */
import type { BoardChoice, BoardTarget, BoardText } from '../board/board'
import type { Choice, GameView, Position, Spot, Phrase } from '../games'
import { m } from '../paraglide/messages'
import type { Colour, Seat } from '../protocol/entries'

const COLOUR_NAMES: Record<Colour, () => string> = {
  red: m.red,
  yellow: m.yellow,
  blue: m.word_blue,
  green: m.word_green,
  violet: m.word_violet,
  white: m.word_white,
}

/** The name of a colour; an unknown colour keeps its identifier. */
export const colourName = (colour: Colour): string => COLOUR_NAMES[colour]?.() ?? colour

/** The colours of the discs, by seat - 1. */
export type Colours = readonly [Colour, Colour]

/** The text of a phrase. `colours` names the discs in it. */
export function phraseText(phrase: Phrase, colours: Colours): string {
  const disc = (seat: Seat) => colourName(colours[seat - 1]!)
  switch (phrase.is) {
    case 'column':
      return phrase.free === 0
        ? m.column_full_label({ column: phrase.column })
        : m.column_free({ column: phrase.column, count: phrase.free })
    case 'square':
      return `${phrase.square}, ${phrase.seat === null ? m.cell_empty() : disc(phrase.seat)}`
    case 'tile':
      return phrase.seat === null
        ? m.word_tile_free({ cell: phrase.cell })
        : m.word_tile_taken({ cell: phrase.cell, colour: disc(phrase.seat) })
    case 'hole':
      return m.word_hole_at({ cell: phrase.cell })
    case 'hand':
      return m.word_hand({ colour: disc(phrase.seat), count: phrase.count })
    case 'drops':
      return m.word_drops({ column: phrase.column })
    case 'marks':
      return m.word_marks({ square: phrase.square })
    case 'places':
      return m.word_places({ cell: phrase.cell })
    case 'moves':
      return m.word_moves({ from: phrase.from, to: phrase.to })
    case 'slides':
      return m.word_slides({ cell: phrase.cell })
    case 'slides-two':
      return m.word_slides_two({ cell: phrase.cell })
    case 'repeated':
      return m.word_repeated({ times: phrase.times })
    case 'banned':
      return m.word_banned({ cell: phrase.cell })
  }
}

/** A move as a text to follow a colour and a colon: `column 4`. An unknown move keeps its notation. */
export function moveText(game: GameView | null, move: string): string {
  const phrase = game?.words(move)
  return phrase ? phraseText(phrase, ['red', 'yellow']) : move
}

export const boardText = (label: string = m.board(), summary = ''): BoardText => ({
  label,
  summary,
  caption: m.board_cells(),
  row: (row) => m.row_n({ row }),
  column: (column) => m.column_n({ column }),
  cell: (disc, kind) =>
    disc
      ? colourName(disc.colour)
      : kind === 'cell'
        ? m.cell_empty()
        : kind === 'tile'
          ? m.word_free_tile()
          : m.word_hole(),
  taken: (what) => m.word_taken({ what }),
  left: m.word_left(),
  right: m.word_right(),
})

/** The discs in hand as a sentence; empty in games without hands. */
export function handsText({ hands }: Position, colours: Colours): string {
  if (hands === null) return ''
  return m.word_in_hand({
    one: colourName(colours[0]),
    mine: hands[0],
    two: colourName(colours[1]),
    theirs: hands[1],
  })
}

export const boardTarget = ({ id, place, keys, words }: Spot, colours: Colours): BoardTarget => ({
  id,
  place,
  keys,
  label: phraseText(words, colours),
})

export const boardChoice = (choice: Choice, colours: Colours): BoardChoice => ({
  move: choice.move,
  from: choice.from,
  to: choice.to,
  either: choice.either,
  lands: choice.lands,
  label: phraseText(choice.words, colours),
})
