/** The texts of the games on a tray, in the person's language. lib/i18n/boardtext.ts uses them once they are loaded. */
import type { Position, TrayPhrase } from './game'
import { m } from '../paraglide/messages'
import type { Seat } from '../protocol/entries'
import { hintText } from './hinttext'

/** The text of a phrase. `disc` names the disc of a seat. */
export function trayPhraseText(phrase: TrayPhrase, disc: (seat: Seat) => string): string {
  switch (phrase.is) {
    case 'square':
      return `${phrase.square}, ${phrase.seat === null ? m.board_cell_empty() : disc(phrase.seat)}`
    case 'tile':
      return phrase.seat === null
        ? m.board_tile_free({ cell: phrase.cell })
        : m.board_tile_taken({ cell: phrase.cell, colour: disc(phrase.seat) })
    case 'hole':
      return m.board_hole_at({ cell: phrase.cell })
    case 'hand':
      return m.board_hand({ colour: disc(phrase.seat), count: phrase.count })
    case 'marks':
      return m.board_marks({ square: phrase.square })
    case 'places':
      return m.board_places({ cell: phrase.cell })
    case 'moves':
      return m.board_moves({ from: phrase.from, to: phrase.to })
    case 'slides':
      return m.board_slides({ cell: phrase.cell })
    case 'slides-two':
      return m.board_slides_two({ cell: phrase.cell })
    case 'slides-then':
      return m.board_slides_then({ cell: phrase.cell, then: phrase.then })
    default:
      return hintText(phrase)
  }
}

/** The discs in hand as a sentence; empty in games without hands. */
export function handsText({ hands }: Position, disc: (seat: Seat) => string): string {
  if (hands === null) return ''
  return m.board_in_hand({ one: disc(1), mine: hands[0], two: disc(2), theirs: hands[1] })
}
