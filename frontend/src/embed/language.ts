/**
 * The language of an embed: the one that the hub has given its document. It takes the place of lib/i18n/locale.svelte.ts,
 * which reads the person's choice from storage: an embed may not (scripts/embed-page.ts).
 */
export type Locale = 'en' | 'fr'
export const locales: readonly Locale[] = ['en', 'fr']

export const language: { readonly now: Locale } = {
  now: document.documentElement.lang === 'fr' ? 'fr' : 'en',
}
