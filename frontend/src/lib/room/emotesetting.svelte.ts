/** Whether this person wants to see the others' emotes; kept in this browser. */

const KEY = 'quatre.mute'

function load(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

let muted = $state(load())

export const emotes = {
  get muted(): boolean {
    return muted
  },
  mute(value: boolean): void {
    muted = value
    try {
      localStorage.setItem(KEY, value ? '1' : '0')
    } catch {
      // A browser that keeps nothing forgets this too.
    }
  },
}
