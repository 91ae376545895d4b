/** Browser notifications: the permission, and showing and closing one notification. */

/**
 * `unsupported`: the browser has no notifications, or the page came without https. `default`: requestPermission asks the
 * person. `denied`: only the browser's settings can change that.
 */
export type Permission = 'unsupported' | NotificationPermission

export function permission(): Permission {
  if (typeof Notification === 'undefined' || !isSecureContext) return 'unsupported'
  return Notification.permission
}

/** Asks the person for the permission. Call it from a click handler. */
export async function requestPermission(): Promise<Permission> {
  if (permission() !== 'default') return permission()
  await Notification.requestPermission().catch(() => {})
  return permission()
}

let current: Pick<Notification, 'close'> | null = null

/** Shows a notification and closes the last one. A click on the notification brings this tab to the front. */
export function notify(title: string, body: string, tag: string): void {
  if (permission() !== 'granted') return
  closeNotification()
  const options = { body, tag, icon: '/icons/icon-192.png' }
  try {
    const notification = new Notification(title, options)
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
    current = notification
  } catch {
    // On Android only the service worker may show notifications. It knows what a click does.
    void notifyByWorker(title, options).catch(() => {})
  }
}

async function notifyByWorker(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  await worker?.showNotification(title, { ...options, data: location.href })
  const shown = (await worker?.getNotifications({ tag: options.tag })) ?? []
  current = { close: () => shown.forEach((one) => one.close()) }
}

/** Closes the notification, if there is one. */
export function closeNotification(): void {
  current?.close()
  current = null
}
