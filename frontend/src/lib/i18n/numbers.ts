/** Numbers as the page's language writes them. Reactive: they follow the language. */
import { language } from './locale.svelte'

export const numberText = (number: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language.now, options).format(number)

/** A share, from 0 to 1, in whole percent. */
export const percentText = (share: number): string => numberText(share, { style: 'percent' })
