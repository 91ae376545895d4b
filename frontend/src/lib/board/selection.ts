/**
 * What a tap on a target does, given the selection. The selection is the ID of the target tapped before, or the IDs of
 * the two targets tapped before, joined by a space, if a choice takes three taps.
 */
import type { BoardChoice, BoardLabel, BoardLock } from './board'

export type TapResult =
  /** the choice is complete: play this move */
  | { play: string }
  /** the new selection, which another tap must follow; null: nothing is selected any more */
  | { select: string | null }
  /** the target cannot be chosen; show the reason */
  | { explain: string }

const joins = (choice: BoardChoice, first: string, second: string) =>
  (choice.from === first && choice.to === second) ||
  (choice.either && choice.from === second && choice.to === first)

export function tapResult(
  selected: string | null,
  id: string,
  choices: readonly BoardChoice[],
  locks: readonly BoardLock[],
): TapResult {
  if (selected === id) {
    const again = choices.find((choice) => choice.alone && choice.to === id)
    return again ? { play: again.move } : { select: null }
  }
  if (selected !== null) {
    const made = choices.find((choice) => choice.from !== null && joins(choice, selected, id))
    if (made) return { play: made.move }
    const both = `${selected} ${id}`
    if (choices.some(({ from }) => from === both)) return { select: both }
    const lock = locks.find(({ spots }) => spots.includes(selected) && spots.includes(id))
    if (lock) return { explain: lock.reason() }
  }
  const only = onlyChoice(id, choices, locks)
  if (only && (selected === null || only.from === null)) return { play: only.move }
  if (firstTargets(choices).has(id)) return { select: id }
  const lock = locks.find(({ spots }) => spots[0] === id)
  return lock ? { explain: lock.reason() } : { select: null }
}

/** The choice that one tap on this target makes, if nothing was tapped before; null: the tap only begins a choice. */
export function onlyChoice(
  id: string,
  choices: readonly BoardChoice[],
  locks: readonly BoardLock[],
): BoardChoice | null {
  const begun = choices.filter((choice) => firstTargets([choice]).has(id))
  const ending = begun.find(({ from, to, alone }) => to === id && (from === null || alone))
  if (!ending || ending.from === null) return ending ?? null
  // Who taps a tile whose slide is locked may mean the slide.
  const locked = locks.some(({ spots }) => spots[1] && spots[0] === id)
  return begun.length === 1 && !locked ? ending : null
}

/** The targets with which a choice can begin. */
export function firstTargets(choices: readonly Pick<BoardChoice, 'from' | 'to' | 'either'>[]): Set<string> {
  return new Set(
    choices.flatMap(({ from, to, either }) =>
      from === null ? [to] : either ? [from, to] : [from.split(' ')[0]!],
    ),
  )
}

/**
 * The targets that can follow `selected`, each with the choice that it completes; null: one more target must follow.
 */
export function secondTargets(
  selected: string,
  choices: readonly BoardChoice[],
): Map<string, BoardChoice | null> {
  const left = new Map<string, BoardChoice | null>()
  for (const choice of choices) {
    if (choice.from === null) continue
    const [first, second] = choice.from.split(' ')
    if (choice.from === selected) left.set(choice.to, choice)
    else if (second && first === selected) left.set(second, null)
    else if (choice.either && choice.to === selected) left.set(choice.from, choice)
  }
  return left
}

/** The label to show at a place: that of the best choice that a tap there would make or begin. */
export function bestLabelAt(
  selected: string | null,
  id: string,
  choices: readonly BoardChoice[],
  labels: readonly BoardLabel[],
): BoardLabel | null {
  const made = selected === null ? undefined : secondTargets(selected, choices).get(id)
  const both = `${selected} ${id}`
  const begins = ({ from, to, either }: BoardChoice) =>
    made === null ? from === both : (from ?? to).split(' ')[0] === id || (either && to === id)
  const possible = made ? [made] : choices.filter(begins)
  return labels
    .filter(({ move }) => possible.some((choice) => choice.move === move))
    .reduce<BoardLabel | null>((best, label) => (best && best.rank >= label.rank ? best : label), null)
}
