/** Which cues the person wants; stored in this browser. Music is off by default. */

export interface CueSettings {
  sound: boolean
  music: boolean
  vibration: boolean
  /** whether the person wants notifications; the browser must also allow them (notify.ts) */
  notify: boolean
}

const KEY = 'quatre.cues'
const DEFAULTS: CueSettings = { sound: true, music: false, vibration: true, notify: false }

function load(): CueSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    const pick = (name: keyof CueSettings) =>
      typeof stored[name] === 'boolean' ? stored[name] : DEFAULTS[name]
    return {
      sound: pick('sound'),
      music: pick('music'),
      vibration: pick('vibration'),
      notify: pick('notify'),
    }
  } catch {
    return { ...DEFAULTS }
  }
}

export const cueSettings = $state<CueSettings>(load())

export function saveCueSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(cueSettings))
  } catch {
    // Without storage the settings last for this visit only.
  }
}
