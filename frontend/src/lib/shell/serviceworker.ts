/** The page's side of the service worker, which is in src/serviceworker. */
import { PAGE_BUILD } from '../build'

/** Registers the service worker when the page is loaded, so that it does not delay the first visit. */
export function startServiceWorker(): void {
  // There is none during development, nor without TLS.
  if (PAGE_BUILD === '' || !navigator.serviceWorker) return
  // It asks which builds are open, to keep their files.
  navigator.serviceWorker.onmessage = ({ ports }) => ports[0]?.postMessage(PAGE_BUILD)
  // It fails if the hub has no service worker, or if the browser allows no storage. The page works without it.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}

/** Lets the service worker fetch a new build's files, so that they are there when the person reloads. */
export function fetchNewBuild(): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.update())
    .catch(() => {})
}
