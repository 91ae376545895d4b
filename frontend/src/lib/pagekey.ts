/**
 * The element at which a key was pressed, if the key is for the page: not for a dialog, a field or the browser, and not
 * used already; else null. A slider lets keys through.
 */
export function pageKeyTarget(event: KeyboardEvent): HTMLElement | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  if (document.querySelector('dialog[open]')) return null
  const target = event.target instanceof HTMLElement ? event.target : document.body
  return target.matches('select, textarea, input:not([type="range"])') ? null : target
}
