/** The dialog that is open. App.svelte draws it, so that those who open dialogs need not keep track of them. */
import type { Component } from 'svelte'

interface Closable {
  onclose: () => void
}

/** It keeps its properties while it closes, because a dialog may act after it has closed itself. */
let current = $state.raw<Promise<{ component: Component<Closable>; props: object }> | null>(null)

export const dialog = {
  get now() {
    return current
  },
  /** Opens a dialog, instead of the one that is open. It closes itself, or with the page under it. */
  open<Props extends Closable>(
    load: () => Promise<{ default: Component<Props> }>,
    props: Omit<Props, 'onclose'>,
  ): void {
    current = load().then((part) => ({ component: part.default as unknown as Component<Closable>, props }))
  },
  close(): void {
    current = null
  },
}
