/** What Force 3 tells a person who taps: what to tap next, and why something cannot be chosen. */
import { firstTargets } from '../board/selection'
import { CELLS, legalTurns, otherSide, type Options, type State } from './force3rules'
import { m } from '../paraglide/messages'
import type { Choice, Kind, Lock, Phrase } from './game'

/** The kind of a turn of Force 3. */
export function kindOf({ is }: Phrase): Kind {
  return is === 'places' ? 'place' : is === 'moves' ? 'move' : 'slide'
}

/** What to do after this spot was tapped first: a second tap on a tile may place a disc. Undefined: no turn begins there. */
export function nextStep(id: string, hole: string, choices: readonly Choice[]): (() => string) | undefined {
  const begun = choices.filter((choice) => firstTargets([choice]).has(id))
  if (begun.length === 0) return undefined
  if (id === hole) return begun[0]!.either ? m.force3_next_tile : m.force3_next_two_tiles
  if (id.startsWith('hand')) return m.force3_next_place
  const kinds = new Set(begun.map(({ phrase }) => kindOf(phrase)))
  if (kinds.has('place')) return kinds.has('slide') ? m.force3_next_again_or_slide : m.force3_next_again
  if (kinds.has('move')) return kinds.has('slide') ? m.force3_next_move_or_slide : m.force3_next_move
  return m.force3_next_slide
}

/** The reasons for what cannot be chosen, except for slides that would undo the last turn. */
export function reasons(
  state: State,
  options: Options,
  choices: readonly Choice[],
  handOf: (side: 0 | 1) => string,
): Lock[] {
  const lock = (reason: () => string, ...spots: string[]): Lock => ({ cell: null, spots, reason })
  const starts = firstTargets(choices)
  const turns = new Set(legalTurns(state, options).map(({ is }) => is))
  const { side, hole } = state
  const onlyPlacing = turns.has('places') && turns.size === 1
  const whyNotFirst = (cell: number): (() => string) => {
    if (options.fair && state.ply === 0) return m.refused_fair_start
    const owner = state.discs[cell - 1]
    if (owner === otherSide(side)) return m.force3_why_opponents_disc
    if (onlyPlacing) return m.force3_why_place_first
    if (cell === hole) return turns.has('slides') ? m.force3_why_tile_first : m.force3_why_no_slide
    return owner === side ? m.force3_why_disc_blocked : m.force3_why_hand_empty
  }
  const own = CELLS.filter((cell) => state.discs[cell - 1] === side)
  const free = CELLS.filter((cell) => cell !== hole && state.discs[cell - 1] === null)
  const joined = (from: string, to: string) =>
    choices.some((choice) => choice.from === from && choice.to === to)
  const steps = turns.has('moves') && (options.placed || options.report)
  const tooFar = options.placed ? m.force3_why_one_step : m.force3_why_one_straight_step
  return [
    ...CELLS.filter((cell) => !starts.has(String(cell))).map((cell) => lock(whyNotFirst(cell), String(cell))),
    lock(m.force3_why_opponents_disc, handOf(otherSide(side))),
    ...(state.hands[side] > 0
      ? [lock(m.force3_why_hole_empty, handOf(side), String(hole))]
      : [lock(m.force3_why_hand_empty, handOf(side))]),
    ...(turns.has('moves') ? own : [])
      .filter((cell) => !joined(String(cell), String(hole)))
      .map((cell) => lock(m.force3_why_hole_empty, String(cell), String(hole))),
    ...(steps ? own : []).flatMap((from) =>
      free
        .filter((to) => !joined(String(from), String(to)))
        .map((to) => lock(tooFar, String(from), String(to))),
    ),
  ]
}
