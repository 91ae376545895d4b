/**
 * Keeps `shell.away` and `shell.build` up to date on pages without a room: a room's connection tells it both. Asks the hub
 * when the page starts, when the network changes, when the tab is seen again after a while, and while the hub is away.
 */
import { about } from '../about.svelte'
import { Failure } from '../protocol/failure'
import { router, type Route } from '../router.svelte'
import { shell } from './state.svelte'

/** The first and the longest wait before asking a hub that is away again, in milliseconds. Waits double, with jitter. */
const WAIT_FIRST = 2000
const WAIT_MAX = 30_000
/** How old an answer must be before a tab that is seen again asks for another one, in milliseconds. */
const OLD = 60_000

/** Watches the hub for as long as the page is open. */
export function watchHub(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = WAIT_FIRST
  let askedAt = 0
  /** the page that was shown when the hub last answered */
  let complete: Route | undefined

  async function ask(): Promise<void> {
    clearTimeout(timer)
    askedAt = Date.now()
    try {
      shell.build = (await about.ask()).build
      wait = WAIT_FIRST
      if (shell.away) returned(router.route === complete)
      complete = router.route
    } catch (failure) {
      // A hub that refuses because of too many requests is not away.
      if (failure instanceof Failure && failure.code === 'too_fast') return
      shell.away = true
      clearTimeout(timer)
      timer = setTimeout(ask, wait * (0.5 + Math.random() / 2))
      wait = Math.min(WAIT_MAX, 2 * wait)
    }
  }

  function askAtOnce(): void {
    wait = WAIT_FIRST
    void ask()
  }

  addEventListener('online', askAtOnce)
  addEventListener('offline', askAtOnce)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && (shell.away || Date.now() - askedAt > OLD)) askAtOnce()
  })
  if (!navigator.onLine || router.route.page !== 'room') askAtOnce()
}

/** The hub answers again. A page that was opened in the meantime lacks what the hub should have said. */
function returned(complete: boolean): void {
  shell.away = false
  if (!complete && router.route.page !== 'room' && !shell.playing) shell.reopened++
}
