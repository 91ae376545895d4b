/** Whether to hide the opponents' emotes; stored in this browser. */

const KEY = 'quatre.mute'

function load(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

let muted = $state(load())

export const emoteSetting = {
  get muted(): boolean {
    return muted
  },
  mute(value: boolean): void {
    muted = value
    try {
      localStorage.setItem(KEY, value ? '1' : '0')
    } catch {
      // Without storage the setting lasts for this visit only.
    }
  },
}
