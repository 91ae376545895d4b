/** What a coach says about a mistake, in the person's language: what was played, and what was better. */
import { gameOf, type GameView, type Phrase } from '../games'
import { capital } from '../i18n/capital'
import { m } from '../paraglide/messages'
import { isMistake, type Missed } from './grade'
import type { Slip } from './slip'
import type { Ended, Turning } from './turning'

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
  switch (missed.is) {
    case 'blunder':
      if (missed.slip === 'win') return capital(m.coach_won({ move }))
      return capital(missed.slip === 'threat' ? m.coach_stopped({ move }) : m.coach_prevented({ move }))
    case 'doubtful':
      return capital(m.coach_doubtful({ move }))
    case 'sooner':
      return capital(m.coach_held_out({ move }))
    case 'mistake':
      if (missed.from === 'open') return capital(m.coach_held_out({ move }))
      if (missed.sight === 'far')
        return capital(missed.from === 'win' ? m.coach_long_win({ move }) : m.coach_long_draw({ move }))
      return capital(missed.from === 'win' ? m.coach_kept_win({ move }) : m.coach_kept_draw({ move }))
  }
}

/**
 * What was played, what it overlooked, and what was better: `You played column 3 and let an open three stand. Column 5
 * would have stopped it.` `name`: the player; null: the person who reads this.
 */
export function missedText(game: GameView, missed: Missed, name: string | null, played: string): string {
  const move = moveNoun(game, played)
  const words = { who: name === null ? 'you' : 'name', name: name ?? '', move, count: game.align - 1 }
  const what =
    missed.is === 'blunder'
      ? SLIPS[missed.slip]
      : missed.is === 'mistake' && missed.sight === 'near'
        ? m.coach_let_attack
        : m.coach_played
  return `${what(words)} ${betterText(game, missed)}`
}

const SLIPS: Record<Slip['is'], (words: Parameters<typeof m.coach_left_threat>[0]) => string> = {
  win: m.coach_missed_win,
  threat: m.coach_left_threat,
  gift: m.coach_gave_cell,
  chance: m.coach_gave_chance,
}

/** The advice in a lost position: `Column 4 holds out longest`. */
export const holdsOutText = (game: GameView, move: string): string =>
  capital(m.coach_holds_out({ move: moveNoun(game, move) }))

/** What is known of the turning point of a game. `name`: the player who lost; null: the person who reads this. */
export function turningText({ variant, moves }: Ended, turning: Turning, name: string | null): string {
  if (turning.is === 'searching') return m.turning_looking()
  const { grade, ply } = turning.is === 'found' ? turning : { grade: null, ply: 0 }
  const game = gameOf(variant)!
  if (grade && isMistake(grade)) return missedText(game, grade, name, moves[ply]!)
  return [
    turning.fromStart ? m.turning_from_start() : m.turning_none(),
    grade ? m.turning_at({ ply: ply + 1, what: betterText(game, grade) }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}
