/** What the hub offers, asked once a visit. Nothing waits for the answer: until it is there, this is it. */
import { fetchAbout, type About } from './protocol/rest'

let current = $state.raw<About>({
  build: '',
  levels: ['very-easy', 'easy', 'normal', 'difficult', 'strong', 'expert', 'perfect'],
})
let asked = false

export const about = {
  get now(): About {
    if (!asked) {
      asked = true
      fetchAbout().then(
        (answer) => {
          if (Array.isArray(answer.levels) && answer.levels.length > 0) current = answer
        },
        () => {
          asked = false
        },
      )
    }
    return current
  },
}

/** Where another device finds this page: on this machine itself, under its address in the local network. */
export function reachable(path: string, addresses: readonly string[] | undefined): string {
  const local = /^(localhost|127\.|\[::1\])/.test(location.hostname)
  return ((local && addresses?.[0]) || location.origin) + path
}
