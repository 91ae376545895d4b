/** Says what there is to say in the language of the page; the build writes every message with it (scripts/short-messages.ts). */
import { getLocale } from '../paraglide/runtime'

type Words = (inputs: Record<string, unknown>) => string

/** A message in both languages. Reactive: what is drawn from it is drawn again when the language changes. */
export const spoken =
  (english: Words, french: Words): Words =>
  (inputs) =>
    (getLocale() === 'fr' ? french : english)(inputs)
