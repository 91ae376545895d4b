/** Opens rooms for a page, searches opponents, and says how that goes. */
import { m } from '../paraglide/messages'
import { newId } from '../protocol/commands'
import type { RoomRequest } from '../protocol/rest'
import { router } from '../router.svelte'
import { opponentSearch } from '../search/opponentsearch.svelte'
import { searchStore } from '../search/store.svelte'
import { choices, saveChoices } from './choices.svelte'
import { createErrorText } from './createerrors'
import { DEVICE_MODES, openRoom } from './openroom'
import { pairRequest, type PlayMode } from './request'

const STAGES = { opening: m.start_opening, retrying: m.start_opening_again, searching: m.start_pairing }

export type RoomOpener = ReturnType<typeof roomOpener>

/** Call it during the setup of a component: a search that has found no room ends with the component. */
export function roomOpener() {
  let stage = $state<'idle' | 'opening' | 'retrying'>('idle')
  let refused = $state('')
  const searching = $derived(searchStore.search !== null)
  let mounted = true
  $effect(() => () => {
    mounted = false
    opponentSearch.left(null)
  })

  /** Whether something can begin: nothing else has, and there is a network for a game with somebody else. */
  function begins(withSomebody: boolean): boolean {
    if (stage !== 'idle' || searching) return false
    const missing = withSomebody && !navigator.onLine
    refused = missing ? m.start_needs_network() : ''
    if (!missing) saveChoices()
    return !missing
  }

  return {
    get stage() {
      return searching ? 'searching' : stage
    },
    /** how that goes, or why it was refused */
    get text() {
      const { stage, problem } = this
      return stage === 'idle' ? problem : STAGES[stage]()
    },
    /** why no room was opened; empty: none was refused */
    get refused() {
      return refused
    },
    /** the same, and why the last search was refused */
    get problem() {
      return refused || (opponentSearch.failure ? createErrorText(opponentSearch.failure) : '')
    },
    async open(mode: PlayMode, request?: Partial<RoomRequest>): Promise<void> {
      if (!begins(!DEVICE_MODES.includes(mode))) return
      stage = 'opening'
      try {
        const room = await openRoom(mode, () => (stage = 'retrying'), request)
        if (mounted) router.go(`/r/${room}`)
      } catch (failure) {
        stage = 'idle'
        refused = createErrorText(failure)
      }
    },
    /** Searches an opponent by quick pairing. */
    pair(): void {
      if (begins(true)) opponentSearch.start(pairRequest(choices, newId()))
    },
  }
}
