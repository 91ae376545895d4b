/** The texts that help a player of a game on a tray, in the person's language. traytext.ts has the others. */
import type { HintPhrase, Kind, NextStep } from './game'
import { m } from '../paraglide/messages'

const LESSON: Record<Kind, () => string> = {
  place: () => m.guide({ guide: 'place' }),
  move: () => m.guide({ guide: 'move' }),
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

const TEXTS: { [Is in HintPhrase['is']]: (phrase: Extract<HintPhrase, { is: Is }>) => string } = {
  repeated: m.board_repeated,
  banned: m.board_banned,
  'banned-alone': m.board_banned_alone,
  reverse: m.board_reverse,
  taken: m.refused_cell_taken,
  'fair-start': m.refused_fair_start,
  'not-yours': m.force3_why_opponents_disc,
  'hand-empty': m.force3_why_hand_empty,
  'place-first': m.force3_why_place_first,
  'tile-first': m.force3_why_tile_first,
  'no-slide': m.force3_why_no_slide,
  'no-tile': m.force3_why_hole_empty,
  blocked: m.force3_why_disc_blocked,
  'too-far': ({ diagonally }) => (diagonally ? m.force3_why_one_step() : m.force3_why_one_straight_step()),
  next: ({ step }) => NEXT[step](),
  lesson: ({ kind }) => LESSON[kind](),
}

export const hintText = (phrase: HintPhrase): string => TEXTS[phrase.is](phrase as never)
