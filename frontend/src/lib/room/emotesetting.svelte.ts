/** Whether to hide the opponents' emotes; stored in this browser. Without storage it lasts for this visit only. */
import { readText, writeText } from '../storage'

const KEY = 'quatre.mute'

let muted = $state(readText(KEY) === '1')

export const emoteSetting = {
  get muted(): boolean {
    return muted
  },
  mute(value: boolean): void {
    muted = value
    writeText(KEY, value ? '1' : '0')
  },
}
