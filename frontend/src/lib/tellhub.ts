/**
 * Tells the hub of a choice, in a cookie. With it the document has the language and the theme from its first byte, so
 * that nothing flashes in another one.
 */
export function tellHub(choice: 'language' | 'theme', value: string): void {
  document.cookie = `quatre-${choice}=${value}; path=/; max-age=34560000; samesite=lax`
}
