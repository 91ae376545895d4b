/**
 * Which cues the person wants; stored in this browser. Without storage the settings last for this visit only. Music is off
 * by default.
 */
import { isObject } from '../protocol/json'
import { readJson, writeJson } from '../storage'

export interface CueSettings {
  sound: boolean
  music: boolean
  vibration: boolean
  /** whether the person wants notifications; the browser must also allow them (notify.ts) */
  notify: boolean
  /** whether the opponents' emotes are neither shown nor heard */
  mute: boolean
}

const KEY = 'quatre.cues'
const DEFAULTS: CueSettings = { sound: true, music: false, vibration: true, notify: false, mute: false }

function load(): CueSettings {
  const stored = readJson(KEY)
  const known = Object.entries(isObject(stored) ? stored : {}).filter(
    ([name, value]) => name in DEFAULTS && typeof value === 'boolean',
  )
  return { ...DEFAULTS, ...Object.fromEntries(known) }
}

export const cueSettings = $state<CueSettings>(load())

export const saveCueSettings = (): void => void writeJson(KEY, cueSettings)

/** Switches the sounds on or off. A disc is heard at once if they are on. */
export function chooseSound(on: boolean): void {
  cueSettings.sound = on
  saveCueSettings()
  if (on)
    import('./sound').then(
      ({ playSound }) => playSound({ kind: 'drop', height: 0.4, after: 0 }),
      () => {},
    )
}
