/**
 * What a person meant with a click or a key, and what only came along: the second click of a double click, the repeats of
 * a held key, and a press that began before the page changed what it acts on.
 */

/** A touch this soon after the last one, in milliseconds, and this near, in CSS pixels, belongs to a double tap. */
const DOUBLE_TAP = { within: 350, near: 24 }

/** the last press of a finger or a pen */
let press = { timeStamp: -Infinity, clientX: 0, clientY: 0 }
/** when the press or key that may become a click began; null: none did */
let began: number | null = null
/** whether it belongs to a double tap, or repeats a held key */
let repeated = false
/** when the gesture of the last click began, and its control, if that may be clicked as fast as one can (data-rapid) */
let clickBegan = 0
let rapid: Element | null = null

const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
  addEventListener(type, listener, true)

listen('pointerdown', (event) => {
  began = event.timeStamp
  repeated = false
  // Browsers count the clicks of a mouse. On phones each tap has the detail 1.
  if (event.pointerType === 'mouse') return
  repeated =
    event.timeStamp - press.timeStamp < DOUBLE_TAP.within &&
    Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < DOUBLE_TAP.near
  press = event
})
listen('keydown', ({ key, repeat, timeStamp }) => {
  if (key !== 'Enter' && key !== ' ') return
  if (!repeat) began = timeStamp
  repeated = repeat
})
listen('keyup', () => {
  repeated = false // the space bar clicks when it is released, once
  setTimeout(() => (began = null))
})
listen('click', (event) => {
  const target = event.target as Element
  const [first, before] = [event.detail <= 1 && !repeated, rapid]
  clickBegan = began ?? event.timeStamp // assistive technology clicks without a press
  began = null
  repeated = false
  rapid = target.closest('[data-rapid]')
  if (first || (rapid && rapid === before) || target.closest('input, label')) return
  event.preventDefault()
  event.stopImmediatePropagation()
})

/**
 * Returns a function that tells whether a click or key was meant for what `what` returns now: it began after the last
 * change, and is no repeat of a held key. Call it during the setup of a component.
 */
export function meantFor(what: () => unknown): (event: Event) => boolean {
  const shown = $derived(what())
  let since = 0
  $effect(() => {
    void shown
    since = performance.now()
  })
  return (event) =>
    event instanceof KeyboardEvent ? !event.repeat && event.timeStamp >= since : clickBegan >= since
}
