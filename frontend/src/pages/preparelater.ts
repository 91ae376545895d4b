/** Fetches what plays on this device, so that it is there when the network goes away: the service worker keeps it. */
import { isModuleKept, moduleUrl } from '../lib/local/download'

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
    if (navigator.onLine && !saveData && effectiveType === '4g') prepare().catch(() => {})
  }, DELAY)
  return () => clearTimeout(timer)
}

/** Does nothing without a service worker, which has all code. On a first visit, waits until it serves this page. */
async function prepare(): Promise<void> {
  const { serviceWorker } = navigator
  if ((await isModuleKept()) || !(await serviceWorker?.getRegistration())) return
  if (!serviceWorker.controller)
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
  await (await fetch(moduleUrl, { priority: 'low' })).arrayBuffer()
}
