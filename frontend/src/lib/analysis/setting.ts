/** Whether replays show the analysis; stored in this browser, off by default. */
const KEY = 'quatre.analysis'

export function isAnalysisEnabled(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

export function saveAnalysisEnabled(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the setting lasts for this visit only.
  }
}
