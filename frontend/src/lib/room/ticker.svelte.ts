/** The hub's time as reactive state. It ticks only while the page shows something that depends on it. */

/** The time between two ticks, in milliseconds. */
const TICK = 250

/**
 * `read` returns the hub's time; `shown` says whether the page shows anything that depends on it now. Call hubTime
 * during the setup of a component: the ticking ends with the component.
 */
export function hubTime(read: () => number, shown: () => boolean): { readonly now: number } {
  let now = $state(read())
  $effect(() => {
    if (!shown()) return
    now = read()
    const timer = setInterval(() => (now = read()), TICK)
    return () => clearInterval(timer)
  })
  return {
    get now() {
      return now
    },
  }
}
