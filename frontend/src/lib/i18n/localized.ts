/** Chooses the language of a message. The build writes every message with it (scripts/short-messages.ts). */
import { language } from './locale.svelte'

type MessageFunction = (inputs: Record<string, unknown>) => string

/** Combines both languages of a message. Reactive: components update when the language changes. */
export const localized =
  (english: MessageFunction, french: MessageFunction): MessageFunction =>
  (inputs) =>
    (language.now === 'fr' ? french : english)(inputs)
