/** What the hub offers. It is requested once per visit; until the answer arrives, defaults are used. */
import { fetchAbout, type About } from './protocol/rest'

let current = $state.raw<Pick<About, 'build' | 'version' | 'levels' | 'addresses'>>({
  build: '',
  version: '',
  levels: ['random', 'very-easy', 'easy', 'normal', 'difficult', 'strong', 'expert', 'perfect'],
})
let requested = false

export const about = {
  get now() {
    if (!requested) this.ask().catch(() => {})
    return current
  },
  /** Asks the hub, even if it has answered before. */
  async ask(): Promise<About> {
    requested = true
    try {
      return (current = await fetchAbout())
    } catch (failure) {
      requested = false
      throw failure
    }
  },
}

/** The URL of a path for other devices. On localhost it uses the machine's address in the local network. */
export function shareableUrl(path: string): string {
  const local = /^(localhost|127\.|\[::1\])/.test(location.hostname)
  return ((local && about.now.addresses?.[0]) || location.origin) + path
}
