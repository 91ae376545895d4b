/** Whether replays are shown with analysis, kept in this browser. Off until somebody asks for it. */
const KEY = 'quatre.analysis'

export function wantsAnalysis(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

export function keepAnalysis(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}
