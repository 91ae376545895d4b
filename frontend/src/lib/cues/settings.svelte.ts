/** Which cues a person wants, kept in this browser. Everything that sounds is off until somebody asks for it. */

export interface CueSettings {
  sound: boolean
  music: boolean
  vibration: boolean
  /** asks for notifications; whether the browser allows them is another matter (notify.ts) */
  notify: boolean
}

const KEY = 'quatre.cues'
const DEFAULTS: CueSettings = { sound: false, music: false, vibration: true, notify: false }

function load(): CueSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    const pick = (name: keyof CueSettings) => (typeof kept[name] === 'boolean' ? kept[name] : DEFAULTS[name])
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

export const wanted = $state<CueSettings>(load())

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wanted))
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}
