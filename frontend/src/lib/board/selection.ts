/** What a tap on a target means, given what was tapped before it. */
import type { BoardChoice, BoardLabel, BoardLock } from './board'

export type Meaning =
  /** the choice is made */
  | { play: string }
  /** this one is taken up, to be followed by another; null: what was taken up is laid down */
  | { select: string | null }
  /** it cannot be chosen, for this reason */
  | { ask: string }

const joins = (choice: BoardChoice, first: string, second: string) =>
  (choice.from === first && choice.to === second) ||
  (choice.either && choice.from === second && choice.to === first)

export function meaning(
  selected: string | null,
  id: string,
  choices: readonly BoardChoice[],
  locks: readonly BoardLock[],
): Meaning {
  if (selected === id) return { select: null }
  if (selected !== null) {
    const made = choices.find((choice) => choice.from !== null && joins(choice, selected, id))
    if (made) return { play: made.move }
    const lock = locks.find(({ spots }) => spots.includes(selected) && spots.includes(id))
    if (lock) return { ask: lock.reason }
  }
  const alone = choices.find((choice) => choice.from === null && choice.to === id)
  if (alone) return { play: alone.move }
  if (starts(choices).has(id)) return { select: id }
  const lock = locks.find(({ spots }) => spots[0] === id)
  return lock ? { ask: lock.reason } : { select: null }
}

/** The targets that a choice can begin with. */
export function starts(choices: readonly BoardChoice[]): Set<string> {
  return new Set(
    choices.flatMap(({ from, to, either }) => (from === null ? [to] : either ? [from, to] : [from])),
  )
}

/** The choices that are left once this target has been taken up, by the target that makes each. */
export function follow(selected: string, choices: readonly BoardChoice[]): Map<string, BoardChoice> {
  const left = new Map<string, BoardChoice>()
  for (const choice of choices) {
    if (choice.from === null) continue
    if (choice.from === selected) left.set(choice.to, choice)
    else if (choice.either && choice.to === selected) left.set(choice.from, choice)
  }
  return left
}

/** The label of a place: of the best choice that is made or begun there, given what was tapped before. */
export function labelAt(
  selected: string | null,
  id: string,
  choices: readonly BoardChoice[],
  labels: readonly BoardLabel[],
): BoardLabel | null {
  const made = selected === null ? null : follow(selected, choices).get(id)
  const ways = made
    ? [made]
    : choices.filter(({ from, to, either }) => (from ?? to) === id || (either && to === id))
  return labels
    .filter(({ move }) => ways.some((choice) => choice.move === move))
    .reduce<BoardLabel | null>((best, label) => (best && best.rank >= label.rank ? best : label), null)
}
