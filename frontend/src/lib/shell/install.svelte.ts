/** Installing the page as an app. Browsers without such an offer have it in a menu of their own, or not at all. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered = $state.raw<InstallPrompt | null>(null)
let installed = $state(matchMedia('(display-mode: standalone)').matches)

/** Keeps the browser's offer for the settings, instead of a banner. */
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered = event as InstallPrompt
})
addEventListener('appinstalled', () => {
  offered = null
  installed = true
})

/** Only Safari on phones and tablets has this property. There a person installs by hand; false: not installed yet. */
const { standalone } = navigator as { standalone?: boolean }

export const install = {
  /** Whether the page is an app on this device: it was started as one, or installed during this visit. */
  get done(): boolean {
    return installed
  },
  /** `offer`: the browser can ask the person. `by-hand`: the person must use the browser's menu. */
  get way(): 'offer' | 'by-hand' | null {
    return offered ? 'offer' : standalone === false ? 'by-hand' : null
  },
  /** Lets the browser ask the person. Each offer can be used once. */
  ask(): void {
    void offered?.prompt()
    offered = null
  },
}
