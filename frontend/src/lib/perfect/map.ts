/**
 * The map of the first player's win on 7x6: one move for each of its turns, against the replies that hold out longest, until
 * there is a reason. `quatre-worker perfect -h` describes the file. Positions are folded by transposition and mirror image. Pure.
 */
import type { Reason } from '../protocol/schemas'

/** What the map says of a position with the first player to move. `open`: the map ends, without a reason. */
export type Answer = { is: 'move'; move: string } | { is: 'reason'; reason: Reason } | { is: 'open' }

/** How many ends have a reason, and how many have none. */
export interface Ends {
  explained: number
  open: number
}

/** The discs of each column from the left, each from below: `0` of the first player, `1` of the second. */
type Columns = readonly string[]

const COLUMNS = ['1', '2', '3', '4', '5', '6', '7'] as const
const drop = (columns: Columns, move: string, side: number): Columns =>
  columns.map((discs, column) => (move === COLUMNS[column] ? `${discs}${side}` : discs))
const columnsOf = (moves: readonly string[]): Columns =>
  moves.reduce<Columns>((columns, move, ply) => drop(columns, move, ply % 2), Array<string>(7).fill(''))

export class WinMap {
  /** the answers of the file, by position */
  readonly #answers = new Map<string, string>()
  /** the positions one turn of each player later */
  readonly #next = new Map<string, string[]>()

  constructor(text: string) {
    let moves = ''
    for (const line of text.trim().split('\n')) {
      const space = line.indexOf(' ')
      moves = moves.slice(0, parseInt(line[0]!, 36)) + line.slice(1, space)
      this.#answers.set(columnsOf([...moves]).join(), line.slice(space + 1))
    }
  }

  /** What the map says of the position after these moves; null: nothing. */
  at(moves: readonly string[]): Answer | null {
    const found = this.#find(columnsOf(moves))
    if (!found) return null
    const { answer, flip } = found
    if (answer === '?') return { is: 'open' }
    if (answer.length > 1) return { is: 'reason', reason: reasonOf(answer, flip) }
    return { is: 'move', move: flip ? String(8 - Number(answer)) : answer }
  }

  /** The replies of the second player, who is to move after these moves, that are in the map. */
  replies(moves: readonly string[]): string[] {
    return COLUMNS.filter((move) => this.#find(drop(columnsOf(moves), move, 1)))
  }

  /** These moves as far as the map has them, with the first player's answer after them. */
  follow(moves: readonly string[]): string[] {
    const line: string[] = []
    for (;;) {
      const answer = this.at(line)
      if (answer?.is !== 'move') return line
      line.push(answer.move)
      const reply = moves[line.length]
      const known = reply !== undefined && moves[line.length - 1] === answer.move
      if (!known || !this.replies(line).includes(reply)) return line
      line.push(reply)
    }
  }

  /** The ends that can be reached from the positions after these lines, each counted once. */
  ends(...lines: (readonly string[])[]): Ends {
    const ends = { explained: 0, open: 0 }
    // A set grows while it is walked.
    const seen = new Set(lines.flatMap((moves) => this.#find(columnsOf(moves))?.key ?? []))
    for (const key of seen) {
      const answer = this.#answers.get(key)!
      if (answer === '?') ends.open++
      else if (answer.length > 1) ends.explained++
      else for (const next of this.#after(key, answer)) seen.add(next)
    }
    return ends
  }

  #find(columns: Columns): { key: string; answer: string; flip: boolean } | null {
    for (const flip of [false, true]) {
      const key = (flip ? columns.toReversed() : columns).join()
      const answer = this.#answers.get(key)
      if (answer !== undefined) return { key, answer, flip }
    }
    return null
  }

  #after(key: string, answer: string): string[] {
    let known = this.#next.get(key)
    if (!known) {
      const after = drop(key.split(','), answer, 0)
      known = COLUMNS.flatMap((move) => this.#find(drop(after, move, 1))?.key ?? [])
      this.#next.set(key, known)
    }
    return known
  }
}

/** Reads a reason of the file. `flip`: for the mirror image of its position. */
function reasonOf(text: string, flip: boolean): Reason {
  const [kind, grade, rest] = text.split(' ') as [Reason['kind'], Reason['grade'], string]
  const fields = rest.split(',')
  const [moves, cells, first, pairs, never, spare] = fields.slice(0, 6).map((names) =>
    [...names.matchAll(/([a-g])(\d)/g)].map(([, column, row]) => {
      const at = 'abcdefg'.indexOf(column!)
      return 7 * (Number(row) - 1) + (flip ? 6 - at : at)
    }),
  ) as [number[], number[], number[], number[], number[], number[]]
  const [positions, ends, zugzwang] = fields.slice(6).map(Number) as [number, number, number]
  const inPairs = pairs.flatMap((one, i): [number, number][] => (i % 2 === 0 ? [[one, pairs[i + 1]!]] : []))
  return {
    kind,
    grade,
    moves,
    cells,
    plan: { first, pairs: inPairs, never, spare },
    proof: { positions, ends, zugzwang },
  }
}
