/**
 * Says which modules share a file of the build. Left to itself, the bundler makes a file for each set of pages that share
 * something, most of them with a single message: each costs a request, and small files compress badly.
 *
 * A first visit leads to the start page or to a room. Each of them loads `common`, one file of its own, and one file with
 * what it shares with parts that are loaded later. Somebody who is invited needs two more: `invited`, and `names`, which
 * the start page needs too.
 */
interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

const MAIN = /\/src\/main\.ts$/
const HOME = /\/src\/pages\/Home\.svelte$/
const ROOM = /\/src\/pages\/Room\.svelte$/
/** What somebody who is invited sees first, besides the room. */
const JOIN = /\/src\/lib\/room\/view\/JoinPanel\.svelte$/
/** Every module seems to import all of Svelte, through its index, so these are chosen by name. */
const SVELTE = /\/node_modules\/svelte\/src\//
/** Svelte's code for input fields. A room does not need it at first. */
const FIELDS = /\/svelte\/src\/internal\/client\/dom\/elements\/bindings\/(select|input)/
const MESSAGE = /\/paraglide\/messages\/\w+\.js$/

/**
 * Dialogs, icons, fields, texts, and small modules that many parts share. They are one file, because each file that loads
 * a part names all files of it.
 */
const CONTROLS =
  /\/src\/lib\/((ui|report|room\/view)\/(?!QrCode|Emote)|\w+\/(\w+Fields?\.svelte|\w*text|dates|lines|download|emotes|grade|invitation|labels|poll|value|slip|puzzle\.|attempt|trial|TrialBoard)|build\.ts)|local\.wasm/

/** Returns, for each module, the parts that need it at once: `main.ts` and all modules that are imported on demand. */
function partsOf(graph: Graph, main: string): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>()
  const waiting = [main]
  const known = new Set(waiting)
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const reached = [part]
    for (let id = reached.pop(); id; id = reached.pop()) {
      const needs = parts.get(id) ?? new Set()
      if (needs.has(part)) continue
      parts.set(id, needs.add(part))
      const info = graph.getModuleInfo(id)
      reached.push(...(info?.importedIds ?? []))
      for (const later of info?.dynamicallyImportedIds ?? [])
        if (!known.has(later)) {
          known.add(later)
          waiting.push(later)
        }
    }
  }
  return parts
}

/** The name of the file for a module; null if the bundler should choose. */
export function chunkNames(main: string): (id: string, graph: Graph) => string | null {
  let parts: Map<string, Set<string>> | undefined
  return (id, graph) => {
    if (FIELDS.test(id)) return 'names'
    if (SVELTE.test(id) || id.includes('rolldown/runtime')) return 'common'
    parts ??= partsOf(graph, main)
    const needs = [...(parts.get(id) ?? [])]
    const shell = needs.some((part) => MAIN.test(part))
    const home = needs.some((part) => HOME.test(part))
    const room = needs.some((part) => ROOM.test(part))
    if (shell || (home && room)) return 'common'
    if (needs.length < 2) return null
    if (room) return 'play'
    if (needs.some((part) => JOIN.test(part))) return home ? 'names' : 'invited'
    if (home) return 'start'
    return MESSAGE.test(id) || CONTROLS.test(id) ? 'controls' : null
  }
}
