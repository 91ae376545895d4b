/** What a position is worth: POST /api/analysis of docs/openapi.yaml. */
import { Failure } from './rest'

/** How a game ends with best play. `plies`: the turns until then, of both sides; a draw has none. */
export type Result = { result: 'win' | 'loss'; plies: number } | { result: 'draw' }

/** What is known of a position or of a move, as the side to move sees it. */
export interface Value {
  /** at least this; null: nothing is known */
  low: Result | null
  /** at most this; null: nothing is known */
  high: Result | null
  /** -100 to 100: what the search expects; left out where the value is exact */
  estimate?: number
}

export interface MoveValue {
  /** in the game's notation */
  move: string
  value: Value
}

export interface Analysis {
  variant: string
  turn: 'first' | 'second'
  over: boolean
  /** nothing deeper comes */
  done: boolean
  value: Value
  /** all legal moves; empty while nothing is known */
  moves: MoveValue[]
  /** turns ahead that were searched in full; 0: from a table, or solved */
  depth: number
  /** positions that were searched */
  nodes: number
}

/** Which position: that after these moves, in the game's notation, as one text. */
export interface Query {
  variant: string
  moves: string
}

/** A refusal that names the time after which to ask again. */
export class Wait extends Failure {
  constructor(
    code: string,
    text: string,
    /** in milliseconds */
    readonly after: number,
  ) {
    super(code, text, true)
  }
}

/** How much longer than it was asked to the hub may take for its answer, in milliseconds. */
const PATIENCE = 8000

type Fields = Record<string, unknown>
const fields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v)
const whole = (v: unknown): v is number => Number.isInteger(v) && (v as number) >= 0

function isResult(v: unknown): boolean {
  if (v === null) return true
  if (!fields(v)) return false
  return v.result === 'draw' || ((v.result === 'win' || v.result === 'loss') && whole(v.plies))
}

/** Whether something is a value. */
export function isValue(v: unknown): v is Value {
  if (!fields(v) || !isResult(v.low) || !isResult(v.high) || v.low === undefined) return false
  if (v.estimate === undefined) return true
  return Number.isInteger(v.estimate) && Math.abs(v.estimate as number) <= 100
}

const isMove = (v: unknown) => fields(v) && typeof v.move === 'string' && isValue(v.value)

/** Reads an answer; null if it is none. What a later hub adds is left in, and means nothing here. */
export function readAnalysis(v: unknown): Analysis | null {
  if (!fields(v) || typeof v.variant !== 'string') return null
  const good =
    (v.turn === 'first' || v.turn === 'second') &&
    typeof v.over === 'boolean' &&
    typeof v.done === 'boolean' &&
    isValue(v.value) &&
    Array.isArray(v.moves) &&
    v.moves.every(isMove) &&
    whole(v.depth) &&
    whole(v.nodes)
  return good ? (v as unknown as Analysis) : null
}

/** The time that a refusal asks for, in milliseconds; null: it names none. */
function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

async function refusal(response: Response): Promise<Failure> {
  const body: unknown = await response.json().catch(() => null)
  const { code, text, retry } = fields(body) ? body : {}
  const name = typeof code === 'string' ? code : 'internal'
  const words = typeof text === 'string' ? text : ''
  const after = retryAfter(response)
  if (after !== null) return new Wait(name, words, after)
  return new Failure(name, words, typeof retry === 'boolean' ? retry : response.status >= 500)
}

/**
 * Asks what a position is worth. The hub answers when it knows everything, or after `wait` milliseconds with what it
 * knows by then. Breaking it off by `signal` tells the hub that nobody wants the answer any more.
 *
 * Throws a Failure: Wait when the hub says when to ask again, code `unreachable` when it did not answer, `malformed`
 * when its answer is none; and the reason of `signal` once that is aborted.
 */
export async function analyse(query: Query, wait: number, signal: AbortSignal): Promise<Analysis> {
  signal.throwIfAborted()
  const either = new AbortController()
  const abort = () => either.abort()
  const timer = setTimeout(abort, wait + PATIENCE)
  signal.addEventListener('abort', abort)
  try {
    const response = await fetch('/api/analysis', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...query, wait_ms: wait }),
      signal: either.signal,
    })
    if (!response.ok) throw await refusal(response)
    const answer = readAnalysis(await response.json().catch(() => null))
    signal.throwIfAborted()
    if (answer === null) throw new Failure('malformed', '', true)
    return answer
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof Failure ? error : new Failure('unreachable', 'The hub does not answer.', true)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
