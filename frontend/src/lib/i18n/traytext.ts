/** The texts of the games on a tray, in the person's language. boardtext.ts uses them once they are loaded. */
import type { Kind, NextStep, Position, TrayPhrase } from '../games'
import { m } from '../paraglide/messages'
import type { Seat } from '../protocol/entries'

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
    case 'repeated':
      return m.board_repeated({ times: phrase.times })
    case 'banned':
      return m.board_banned({ cell: phrase.cell })
    case 'banned-alone':
      return m.board_banned_alone({ cell: phrase.cell })
    case 'reverse':
      return m.board_reverse()
    case 'taken':
      return m.refused_cell_taken()
    case 'fair-start':
      return m.refused_fair_start()
    case 'not-yours':
      return m.force3_why_opponents_disc()
    case 'hand-empty':
      return m.force3_why_hand_empty()
    case 'place-first':
      return m.force3_why_place_first()
    case 'tile-first':
      return m.force3_why_tile_first()
    case 'no-slide':
      return m.force3_why_no_slide()
    case 'no-tile':
      return m.force3_why_hole_empty()
    case 'blocked':
      return m.force3_why_disc_blocked()
    case 'too-far':
      return phrase.diagonally ? m.force3_why_one_step() : m.force3_why_one_straight_step()
    case 'next':
      return NEXT[phrase.step]()
    case 'lesson':
      return LESSON[phrase.kind]()
  }
}

const LESSON: Record<Kind, () => string> = {
  place: m.guide_place,
  move: m.guide_move,
  slide: m.lesson_slide_marked,
}

const NEXT: Record<NextStep, () => string> = {
  place: m.force3_next_place,
  again: m.force3_next_again,
  'again-or-slide': m.force3_next_again_or_slide,
  move: m.force3_next_move,
  'move-or-slide': m.force3_next_move_or_slide,
  slide: m.force3_next_slide,
  tile: m.force3_next_tile,
  'two-tiles': m.force3_next_two_tiles,
}

/** The discs in hand as a sentence; empty in games without hands. */
export function handsText({ hands }: Position, disc: (seat: Seat) => string): string {
  if (hands === null) return ''
  return m.board_in_hand({ one: disc(1), mine: hands[0], two: disc(2), theirs: hands[1] })
}
