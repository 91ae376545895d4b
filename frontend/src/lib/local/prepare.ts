/** Fetches what a room on this device needs, into the browser's cache. */
import module from '../../../local/built/local.wasm?url'
import { pages } from '../../pages'
import { loadGames } from '../games'
import { workerUrl } from './module'

/** What a room on this device, or the way to it, loads while it is used. */
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

export async function prepare(): Promise<void> {
  await Promise.all([pages.room.load(), loadGames(), ...PARTS.map((load) => load())])
  for (const url of [workerUrl, module]) await (await fetch(url, { priority: 'low' })).arrayBuffer()
}
