/** What a coach says about a mistake, in the person's language: what was played, and what was better. */
import type { GameView, Phrase } from '../games'
import { capital } from '../i18n/capital'
import { m } from '../paraglide/messages'
import type { Grade } from './grade'

/** The grades that name a better move. */
export type Missed = Extract<Grade, { better: string }>

/** The grade, if it names a better move. */
export const missedIn = (grade: Grade | null | undefined): Missed | null =>
  grade && 'better' in grade ? grade : null

const NOUNS: Partial<Record<Phrase['is'], (phrase: never) => string>> = {
  drops: m.coach_column,
  marks: m.coach_square,
  places: m.coach_places,
  moves: m.coach_moves,
  slides: m.coach_slides,
  'slides-two': m.coach_slides_two,
  'slides-then': m.coach_slides_then,
}

/** A move as the subject or object of a sentence: `column 4`, in French `la colonne 4`. */
export function moveNoun(game: GameView, move: string): string {
  const phrase = game.phrase(move)
  if (!phrase) return move
  const { is, ...words } = phrase
  return NOUNS[is]?.(words as never) ?? move
}

/** What the better move would have done: `Column 4 kept the win.` */
export function betterText(game: GameView, missed: Missed): string {
  const move = moveNoun(game, missed.better)
  if (missed.is === 'doubtful') return capital(m.coach_doubtful({ move }))
  if (missed.distant) return missed.from === 'win' ? m.coach_long_win({ move }) : m.coach_long_draw({ move })
  return capital(missed.from === 'win' ? m.coach_kept_win({ move }) : m.coach_kept_draw({ move }))
}

/** What was played: `You played column 3.` `name`: the player; null: the person who reads this. */
export function playedText(game: GameView, name: string | null, move: string): string {
  const noun = moveNoun(game, move)
  return name === null ? m.coach_played_you({ move: noun }) : m.coach_played({ name, move: noun })
}

/** The advice in a lost position: `Column 4 holds out longest`. */
export const holdsOutText = (game: GameView, move: string): string =>
  capital(m.coach_holds_out({ move: moveNoun(game, move) }))
