/**
 * The one AudioContext of the page. Browsers allow sound only after a gesture of the person, so the context is created
 * after the first gesture.
 */

let context: AudioContext | null = null

/** Whether there has been a gesture. */
let hadGesture = navigator.userActivation?.hasBeenActive ?? false
const waiting: (() => void)[] = []

const GESTURES = ['pointerup', 'keydown', 'click'] as const

function onGesture(): void {
  hadGesture = true
  for (const kind of GESTURES) removeEventListener(kind, onGesture, true)
  for (const resolve of waiting.splice(0)) resolve()
}
if (!hadGesture) for (const kind of GESTURES) addEventListener(kind, onGesture, true)

/** Resolves when the page may play sound. */
export function firstGesture(): Promise<void> {
  return hadGesture ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
}

/** How long the context runs after a use, in milliseconds: no sound lasts longer than three seconds. */
const AWAKE = 4000
let sleepTimer: ReturnType<typeof setTimeout> | undefined
let musicPlays = false

/** Returns the context, which may still be resuming; null before the first gesture, or if the browser has none. */
export function audio(): AudioContext | null {
  if (!hadGesture || typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  // It was suspended after the last sound, or by iOS during a call. If resuming fails, the next cue tries again.
  if (context.state !== 'running') context.resume().catch(() => {})
  clearTimeout(sleepTimer)
  // A context that runs costs power, even if it is silent.
  if (!musicPlays) sleepTimer = setTimeout(() => void context?.suspend().catch(() => {}), AWAKE)
  return context
}

/** Returns the same for music. The context runs until this is called with false. */
export function audioForMusic(plays: boolean): AudioContext | null {
  musicPlays = plays && hadGesture
  return audio()
}
