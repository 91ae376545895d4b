/** What Force 3 tells a person who taps: what to tap next, and why something cannot be chosen. */
import { firstTargets } from '../board/selection'
import { CELLS, legalTurns, otherSide, type Options, type State } from './force3rules'
import type { Choice, Kind, Lock, NextStep, Phrase } from './game'

/** The kind of a turn of Force 3. */
export function kindOf({ is }: Phrase): Kind {
  return is === 'places' ? 'place' : is === 'moves' ? 'move' : 'slide'
}

/** What to do after this spot was tapped first; undefined: no turn begins there. */
export function nextStep(id: string, hole: string, choices: readonly Choice[]): NextStep | undefined {
  const begun = choices.filter((choice) => firstTargets([choice]).has(id))
  if (begun.length === 0) return undefined
  if (id === hole) return begun[0]!.either ? 'tile' : 'two-tiles'
  if (id.startsWith('hand')) return 'place'
  const kinds = new Set(begun.map(({ phrase }) => kindOf(phrase)))
  if (kinds.has('place')) return kinds.has('slide') ? 'again-or-slide' : 'again'
  if (kinds.has('move')) return kinds.has('slide') ? 'move-or-slide' : 'move'
  return 'slide'
}

/** The reasons for what cannot be chosen, except for slides that would undo the last turn. */
export function reasons(
  state: State,
  options: Options,
  choices: readonly Choice[],
  handOf: (side: 0 | 1) => string,
): Lock[] {
  const lock = (phrase: Phrase, ...spots: string[]): Lock => ({ cell: null, spots, phrase })
  const starts = firstTargets(choices)
  const turns = new Set(legalTurns(state, options).map(({ kind }) => kind))
  const { side, hole } = state
  const onlyPlacing = !turns.has('move') && !turns.has('slide') && !turns.has('double') && turns.has('place')
  const whyNotFirst = (cell: number): Phrase => {
    if (options.fair && state.ply === 0) return { is: 'fair-start' }
    const owner = state.discs[cell - 1]
    if (owner === otherSide(side)) return { is: 'not-yours' }
    if (onlyPlacing) return { is: 'place-first' }
    if (cell === hole) return { is: turns.has('slide') ? 'tile-first' : 'no-slide' }
    return { is: owner === side ? 'blocked' : 'hand-empty' }
  }
  const own = CELLS.filter((cell) => state.discs[cell - 1] === side)
  const free = CELLS.filter((cell) => cell !== hole && state.discs[cell - 1] === null)
  const joined = (from: string, to: string) =>
    choices.some((choice) => choice.from === from && choice.to === to)
  const steps = turns.has('move') && (options.placed || options.report)
  return [
    ...CELLS.filter((cell) => !starts.has(String(cell))).map((cell) => lock(whyNotFirst(cell), String(cell))),
    lock({ is: 'not-yours' }, handOf(otherSide(side))),
    ...(state.hands[side] > 0
      ? [lock({ is: 'no-tile' }, handOf(side), String(hole))]
      : [lock({ is: 'hand-empty' }, handOf(side))]),
    ...(turns.has('move') ? own : [])
      .filter((cell) => !joined(String(cell), String(hole)))
      .map((cell) => lock({ is: 'no-tile' }, String(cell), String(hole))),
    ...(steps ? own : []).flatMap((from) =>
      free
        .filter((to) => !joined(String(from), String(to)))
        .map((to) => lock({ is: 'too-far', diagonally: options.placed }, String(from), String(to))),
    ),
  ]
}
