/**
 * The one AudioContext of the page. Browsers let a page sound only after a gesture of the person, so it is made at the
 * first one, and never before.
 */

let context: AudioContext | null = null

/** Whether the person has touched the page, as far as the browser tells. */
let touched = navigator.userActivation?.hasBeenActive ?? false
const waiting: (() => void)[] = []

const GESTURES = ['pointerup', 'keydown', 'click'] as const

function touch(): void {
  touched = true
  for (const kind of GESTURES) removeEventListener(kind, touch, true)
  for (const then of waiting.splice(0)) then()
}
if (!touched) for (const kind of GESTURES) addEventListener(kind, touch, true)

/** Resolves once the page may sound. */
export function gesture(): Promise<void> {
  return touched ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
}

/** The context, running; null before the first gesture, or where the browser has none. */
export function audio(): AudioContext | null {
  if (!touched || typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  // iOS interrupts it for calls; a resume that is refused is tried again at the next cue.
  if (context.state !== 'running') context.resume().catch(() => {})
  return context
}
