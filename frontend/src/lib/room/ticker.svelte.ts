/** The hub's time as something that is drawn: it moves on by itself while anything on the page shows it. */

/** How often, in milliseconds: seconds change when they should, to the eye. */
const EVERY = 250

/**
 * `read` gives the hub's time, `wanted` says whether anything shows it now. To be called while a component is set up,
 * and ends with it.
 */
export function hubTime(read: () => number, wanted: () => boolean): { readonly now: number } {
  let now = $state(read())
  $effect(() => {
    if (!wanted()) return
    now = read()
    const timer = setInterval(() => (now = read()), EVERY)
    return () => clearInterval(timer)
  })
  return {
    get now() {
      return now
    },
  }
}
