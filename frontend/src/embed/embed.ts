/**
 * A replay or a live board in a page of another site. An embed has no identity and no storage: see
 * internal/hub/web/embed.go. So it has entries of its own instead of the page's shell.
 */
import '../tokens.css'
import '../base.css'
import './embed.css'
import { mount, type Component } from 'svelte'
import DiscDefs from '../lib/board/DiscDefs.svelte'
import type { Game } from '../lib/protocol/rest'
import Message, { type Failure } from './Message.svelte'

/** What the embed shows. The hub writes it into the document. */
interface Shown {
  /** the ID of a room to watch */
  room?: string
  /** a finished game. Its `room` is the public name: an embed must not lead to a private room */
  game?: Game
  failure?: Failure
}

/** Shows the component that `choose` returns with its properties, or why there is nothing to show. */
export function show<Props extends Record<string, unknown>>(
  choose: (shown: Shown) => readonly [Component<Props>, Props] | undefined | '',
): void {
  const shown = JSON.parse(document.getElementById('shown')!.textContent) as Shown
  const target = document.createElement('main')
  document.body.append(target)
  mount(DiscDefs, { target: document.body })
  const chosen = choose(shown)
  if (chosen) mount(chosen[0], { target, props: chosen[1] })
  else mount(Message, { target, props: { why: shown.failure ?? 'gone' } })
}
