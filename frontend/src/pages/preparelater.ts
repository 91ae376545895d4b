/** When to fetch what plays on this device, so that it is there when the network goes away. */
/** How long the page must have been open without a game, in milliseconds. Nobody should wait for this download. */
const DELAY = 4000

/** The part of the Network Information API that says whether a download is unwelcome. Not all browsers have it. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Fetches it later, unless the browser saves data or the network is slow. Returns a function that gives up. */
export function prepareLater(): () => void {
  const timer = setTimeout(() => {
    const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {}
    if (navigator.onLine && !saveData && effectiveType === '4g')
      import('./prepare').then(({ prepare }) => prepare()).catch(() => {})
  }, DELAY)
  return () => clearTimeout(timer)
}
