/** The texts that help a player of a game on a tray, in the person's language. traytext.ts has the others. */
import type { HintPhrase, Kind, NextStep } from './game'
import { m } from '../paraglide/messages'

export function hintText(phrase: HintPhrase): string {
  switch (phrase.is) {
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
