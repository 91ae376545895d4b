/**
 * Heals a page of which a part cannot be loaded, such as a dialog: the hub has another build and no longer has the file.
 * Only a reload helps, because some browsers never ask for such a file again. The address, the choices and the pending
 * commands survive it. It does not come unasked during a game, nor while a field has text: then the page says so.
 */
import { about } from '../about.svelte'
import { reloadOnce } from './reload'
import { shell } from './state.svelte'

/** Whether somebody has written something that a reload would lose. */
const hasText = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    ({ type, value, defaultValue }) => type !== 'radio' && type !== 'checkbox' && value !== defaultValue,
  )

/** Reloads an incomplete page if the hub answers. */
export async function heal(): Promise<void> {
  try {
    await about.ask()
  } catch {
    shell.away = true
    return
  }
  if (!shell.playing && !hasText()) reloadOnce()
}
