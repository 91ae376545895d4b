/** Notifications of the browser: whether it has any, whether it lets this page show them, and showing one. */

/**
 * `unsupported`: the browser has none, or not for a page that came without https. `unasked`: the person will be asked.
 * `denied`: only the browser's own settings can change that.
 */
export type Permission = 'unsupported' | 'unasked' | 'granted' | 'denied'

const NAMES = { default: 'unasked', granted: 'granted', denied: 'denied' } as const

export function permission(): Permission {
  if (typeof Notification === 'undefined' || !isSecureContext) return 'unsupported'
  return NAMES[Notification.permission]
}

/** Asks for leave; to be called from the person's own click. */
export async function ask(): Promise<Permission> {
  if (permission() !== 'unasked') return permission()
  await Notification.requestPermission().catch(() => {})
  return permission()
}

let shown: Notification | null = null

/** Shows one, in place of the last; a click on it comes back to this tab. */
export function notify(title: string, body: string, tag: string): void {
  if (permission() !== 'granted') return
  withdraw()
  try {
    const notification = new Notification(title, { body, tag, icon: '/icons/icon-192.png' })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
    shown = notification
  } catch {
    // Chrome on Android has the name and the permission, but lets only service workers show one.
  }
}

/** Takes back what is no longer so. */
export function withdraw(): void {
  shown?.close()
  shown = null
}
