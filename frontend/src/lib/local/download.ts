/** The module's file. It is large, so the service worker keeps it only after a page has asked for it. */
import moduleUrl from '../../../local/built/local.wasm?url'

export { moduleUrl }

/** Whether the service worker has the module, so that this device can play without a network. */
export async function isModuleKept(): Promise<boolean> {
  try {
    return (await caches.match(moduleUrl, { ignoreVary: true })) !== undefined
  } catch {
    // Without TLS there are no such caches, and some browsers refuse them in private windows.
    return false
  }
}

/**
 * Whether the module starts without a download: the service worker has it, and answers this page. After a forced reload
 * it does not.
 */
export const canPlayWithoutDownload = async (): Promise<boolean> =>
  Boolean(navigator.serviceWorker?.controller) && (await isModuleKept())
