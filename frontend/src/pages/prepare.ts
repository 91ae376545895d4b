/** Fetches what a room on this device needs, so that the browser keeps it. */
import { loadGames } from '../lib/games'
import { isModuleKept, moduleUrl } from '../lib/local/download'
import { workerUrl } from '../lib/local/module'

/** The code that a room on this device, or the way to it, loads while it is used. */
const PARTS = [
  () => import('../lib/local/create'),
  () => import('../lib/local/socket'),
  () => import('../lib/local/record'),
  () => import('../lib/analysis/TurningPoint.svelte'),
  () => import('./Replay.svelte'),
  () => import('../lib/local/KeptGames.svelte'),
  () => import('../lib/board/Cells.svelte'),
  () => import('../lib/board/Labels.svelte'),
  () => import('../lib/board/Stepper.svelte'),
  () => import('../lib/board/WinMarks.svelte'),
  () => import('../lib/cues/cueplayer'),
  () => import('../lib/cues/SettingsDialog.svelte'),
  () => import('../lib/cues/sound'),
  () => import('../lib/heard/Announcer.svelte'),
  () => import('../lib/history/Began.svelte'),
  () => import('../lib/i18n/refusals'),
  () => import('../lib/i18n/roomnews'),
  () => import('../lib/lesson/Coach.svelte'),
  () => import('../lib/levels/LevelDialog.svelte'),
  () => import('../lib/levels/LevelFace.svelte'),
  () => import('../lib/setup/OptionsDialog.svelte'),
  () => import('../lib/thought'),
  () => import('../lib/room/view/AdviceMark.svelte'),
  () => import('../lib/room/view/AnswerButtons.svelte'),
  () => import('../lib/ui/ConfirmDialog.svelte'),
  () => import('../lib/room/view/Clock.svelte'),
  () => import('../lib/room/view/DelegateDialog.svelte'),
  () => import('../lib/shell/HelpDialog.svelte'),
  () => import('../lib/setup/LevelField.svelte'),
  () => import('../lib/setup/NameDialog.svelte'),
  () => import('./Play.svelte'),
  () => import('../lib/room/view/Notices.svelte'),
  () => import('../lib/room/view/PresentButton.svelte'),
  () => import('../lib/puzzle/mistakes'),
  () => import('../lib/room/view/RoomFooter.svelte').then((footer) => footer.loadResults()),
  () => import('../lib/room/view/RoomUnavailable.svelte'),
]

/** Does nothing if the service worker has it all. */
export async function prepare(): Promise<void> {
  if (await isModuleKept()) return
  if (await hasServiceWorker()) return get(moduleUrl)
  await Promise.all([import('./Room.svelte'), loadGames(), ...PARTS.map((load) => load())])
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
