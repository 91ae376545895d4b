/** Whether this device has a network, as the browser knows it. It may have one that does not reach the hub. */
let now = $state(navigator.onLine)
const update = () => (now = navigator.onLine)
addEventListener('online', update)
addEventListener('offline', update)

export const online = {
  get now(): boolean {
    return now
  },
}
