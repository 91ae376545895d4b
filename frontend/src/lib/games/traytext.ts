/** The texts of the games on a tray, in the person's language. lib/i18n/boardtext.ts uses them once they are loaded. */
import { m } from '../paraglide/messages'
import type { TrayPhrase } from './game'

const TEXTS: { [Is in TrayPhrase['is']]: (phrase: Extract<TrayPhrase, { is: Is }>) => string } = {
  marks: m.board_marks,
  places: m.board_places,
  moves: m.board_moves,
  slides: m.board_slides,
  'slides-two': m.board_slides_two,
  'slides-then': m.board_slides_then,
}

export const trayPhraseText = (phrase: TrayPhrase): string => TEXTS[phrase.is](phrase as never)
