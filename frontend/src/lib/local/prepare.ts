/** Fetches what a room on this device needs, so that the browser keeps it. */
import { pages } from '../../pages'
import { loadGames } from '../games'
import { isModuleKept, moduleUrl } from './download'
import { workerUrl } from './module'

/** The code that a room on this device, or the way to it, loads while it is used. */
const PARTS = [
  () => import('./create'),
  () => import('./socket'),
  () => import('./DeviceDialog.svelte'),
  () => import('./KeptGames.svelte'),
  () => import('../board/Cells.svelte'),
  () => import('../board/Labels.svelte'),
  () => import('../board/Stepper.svelte'),
  () => import('../board/WinMarks.svelte'),
  () => import('../cues/cueplayer'),
  () => import('../cues/SettingsDialog.svelte'),
  () => import('../cues/sound'),
  () => import('../heard/Announcer.svelte'),
  () => import('../i18n/refusals'),
  () => import('../i18n/roomnews'),
  () => import('../levels/LevelDialog.svelte'),
  () => import('../levels/LevelFace.svelte'),
  () => import('../setup/OptionsDialog.svelte'),
  () => import('../thought/WhyDialog.svelte'),
  () => import('../ui/AnswerButtons.svelte'),
  () => import('../ui/ConfirmDialog.svelte'),
  () => import('../ui/DelegateDialog.svelte'),
  () => import('../ui/HelpDialog.svelte'),
  () => import('../ui/LevelNext.svelte'),
  () => import('../ui/NameDialog.svelte'),
  () => import('../ui/Notices.svelte'),
  () => import('../ui/PresentButton.svelte'),
  () => import('../ui/RoomFooter.svelte').then((footer) => footer.loadResults()),
  () => import('../ui/RoomUnavailable.svelte'),
]

/** Does nothing if the service worker has it all. */
export async function prepare(): Promise<void> {
  if (await isModuleKept()) return
  if (await hasServiceWorker()) return get(moduleUrl)
  await Promise.all([pages.room.load(), loadGames(), ...PARTS.map((load) => load())])
  await get(workerUrl)
  await get(moduleUrl)
}

/** Whether a service worker keeps the code, and what the page asks for. On a first visit, waits until it does. */
async function hasServiceWorker(): Promise<boolean> {
  const { serviceWorker } = navigator
  if (!(await serviceWorker?.getRegistration())) return false
  if (!serviceWorker.controller)
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
  return true
}

async function get(url: string): Promise<void> {
  await (await fetch(url, { priority: 'low' })).arrayBuffer()
}
