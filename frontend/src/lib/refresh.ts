import { untrack } from 'svelte'

/**
 * For an effect: refreshes something at once, and then again after every `ms` milliseconds in which the page can be seen.
 * The effect depends on nothing that this reads. Returns a function that ends it.
 */
export function keepFresh(refresh: (again: boolean) => void, ms = 10_000): () => void {
  const visit = (again: boolean) => document.hidden || refresh(again)
  untrack(() => visit(false))
  const timer = setInterval(visit, ms, true)
  return () => clearInterval(timer)
}
