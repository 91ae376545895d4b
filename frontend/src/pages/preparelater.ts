/** When to fetch what plays on this device, so that it is there when the network goes away. */
import { readText } from '../lib/storage'

/** How long the start page must have been open, in milliseconds. Nobody should wait for this download. */
const DELAY = 4000

/** The part of the Network Information API that says whether a download is unwelcome. Not all browsers have it. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Fetches it later, for a person who has played here before. Does nothing if the browser saves data or the network is
 * slow. Returns a function that gives up.
 */
export function prepareLater(): () => void {
  const timer = setTimeout(() => {
    const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {}
    if (navigator.onLine && !saveData && effectiveType === '4g' && hasPlayed())
      import('./prepare').then(({ prepare }) => prepare()).catch(() => {})
  }, DELAY)
  return () => clearTimeout(timer)
}

/** Whether the person has opened a room in this browser: then the choices are stored. */
const hasPlayed = (): boolean => readText('quatre.choices') !== null
