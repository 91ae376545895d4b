/** The board and the moves on it in the person's language. */
import type { BoardChoice, BoardTarget, BoardWords } from '../board/board'
import type { Choice, GameView, Position, Spot, Words } from '../games'
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

/** A disc's colour; one that this page does not know goes by its own name. */
export const colourName = (colour: Colour): string => COLOUR_NAMES[colour]?.() ?? colour

/** The colours of the discs, by seat - 1. */
export type Colours = readonly [Colour, Colour]

/** What a game has to say. `colours` names the discs that are spoken of. */
export function sayWords(words: Words, colours: Colours): string {
  const disc = (seat: Seat) => colourName(colours[seat - 1]!)
  switch (words.is) {
    case 'column':
      return words.free === 0
        ? m.column_full_label({ column: words.column })
        : m.column_free({ column: words.column, count: words.free })
    case 'square':
      return `${words.square}, ${words.seat === null ? m.cell_empty() : disc(words.seat)}`
    case 'tile':
      return words.seat === null
        ? m.word_tile_free({ cell: words.cell })
        : m.word_tile_taken({ cell: words.cell, colour: disc(words.seat) })
    case 'hole':
      return m.word_hole_at({ cell: words.cell })
    case 'hand':
      return m.word_hand({ colour: disc(words.seat), count: words.count })
    case 'drops':
      return m.word_drops({ column: words.column })
    case 'marks':
      return m.word_marks({ square: words.square })
    case 'places':
      return m.word_places({ cell: words.cell })
    case 'moves':
      return m.word_moves({ from: words.from, to: words.to })
    case 'slides':
      return m.word_slides({ cell: words.cell })
    case 'slides-two':
      return m.word_slides_two({ cell: words.cell })
    case 'repeated':
      return m.word_repeated({ times: words.times })
    case 'banned':
      return m.word_banned({ cell: words.cell })
  }
}

/** A move in words, as after a colour and a colon: `column 4`. One that is none of the game goes as it is written. */
export function sayMove(game: GameView | null, move: string): string {
  const words = game?.words(move)
  return words ? sayWords(words, ['red', 'yellow']) : move
}

export const boardWords = (label: string = m.board(), summary = ''): BoardWords => ({
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

/** The discs in hand, in a sentence; empty in games without hands. */
export function sayHands({ hands }: Position, colours: Colours): string {
  if (hands === null) return ''
  return m.word_in_hand({
    one: colourName(colours[0]),
    mine: hands[0],
    two: colourName(colours[1]),
    theirs: hands[1],
  })
}

export const namedTarget = ({ id, place, keys, words }: Spot, colours: Colours): BoardTarget => ({
  id,
  place,
  keys,
  label: sayWords(words, colours),
})

export const namedChoice = (choice: Choice, colours: Colours): BoardChoice => ({
  move: choice.move,
  from: choice.from,
  to: choice.to,
  either: choice.either,
  lands: choice.lands,
  label: sayWords(choice.words, colours),
})
