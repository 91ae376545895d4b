/** How old a page that was reloaded must be before it reloads by itself, in milliseconds. */
const PAUSE = 300_000

/** Reloads the page, which is too old for its hub, unless it comes from a reload itself: it could reload for ever. */
export function reloadOnce(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type !== 'reload' || performance.now() > PAUSE) location.reload()
}
