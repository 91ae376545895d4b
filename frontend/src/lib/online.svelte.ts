/** Whether there is a hub to ask: this device has a network, and the hub has not failed to answer. */
import { shell } from './shell/state.svelte'

let network = $state(navigator.onLine)
const update = () => (network = navigator.onLine)
addEventListener('online', update)
addEventListener('offline', update)

export const online = {
  get now(): boolean {
    return network && !shell.away
  },
}
