/** The hub's time as reactive state. It ticks only while the page shows something that depends on it. */
import type { Room } from './room.svelte'

/** The time between two ticks, in milliseconds. */
const TICK = 250

/**
 * `shown` says whether the page shows anything that depends on the time now. Call hubTime during the setup of a
 * component: the ticking ends with the component.
 */
export function hubTime(room: Room, shown = () => true): { readonly now: number } {
  let now = $state(room.now())
  $effect(() => {
    if (!shown()) return
    now = room.now()
    const timer = setInterval(() => (now = room.now()), TICK)
    return () => clearInterval(timer)
  })
  return {
    get now() {
      return now
    },
  }
}
