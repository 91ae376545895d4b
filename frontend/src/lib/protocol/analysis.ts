/** Asks the hub to analyse a position: POST /api/analysis of docs/openapi.yaml. */
import { isCount, isObject } from './json'
import { isValue, type MoveValue, type Value } from './value'
import { Failure, RetryLater } from './failure'

export interface Analysis {
  variant: string
  turn: 'first' | 'second'
  over: boolean
  /** the answer is final */
  done: boolean
  value: Value
  /** all legal moves; empty if nothing is known yet */
  moves: MoveValue[]
  /** depth in plies that was searched in full; 0: solved, or from a table */
  depth: number
  /** how many positions were searched */
  nodes: number
}

/** The position to analyse: the one after `moves`, written in the game's notation as one string. */
export interface Query {
  variant: string
  moves: string
}

/** How long the hub may take beyond the requested wait, in milliseconds. */
const ANSWER_GRACE = 8000

const isMove = (v: unknown) => isObject(v) && typeof v.move === 'string' && isValue(v.value)

/** Checks a parsed answer; returns null if it is malformed. Unknown fields are ignored. */
export function readAnalysis(v: unknown): Analysis | null {
  if (!isObject(v) || typeof v.variant !== 'string') return null
  const valid =
    (v.turn === 'first' || v.turn === 'second') &&
    typeof v.over === 'boolean' &&
    typeof v.done === 'boolean' &&
    isValue(v.value) &&
    Array.isArray(v.moves) &&
    v.moves.every(isMove) &&
    isCount(v.depth) &&
    isCount(v.nodes)
  return valid ? (v as unknown as Analysis) : null
}

/** The value of the Retry-After header, in milliseconds; null if there is none. */
function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

async function refusal(response: Response): Promise<Failure> {
  const body: unknown = await response.json().catch(() => null)
  const { code, text, retry } = isObject(body) ? body : {}
  const knownCode = typeof code === 'string' ? code : 'internal'
  const sentence = typeof text === 'string' ? text : ''
  const after = retryAfter(response)
  if (after !== null) return new RetryLater(knownCode, sentence, after)
  return new Failure(knownCode, sentence, typeof retry === 'boolean' ? retry : response.status >= 500)
}

/**
 * Asks for the value of a position. The hub answers as soon as the answer is final, or after `wait` milliseconds with
 * what it knows by then. Aborting `signal` also cancels the search on the hub.
 *
 * Throws
 * - RetryLater if the hub says when to ask again;
 * - Failure with code `unreachable` if the hub does not answer, `malformed` if its answer cannot be read;
 * - the reason of `signal` if it is aborted.
 */
export async function analyse(query: Query, wait: number, signal: AbortSignal): Promise<Analysis> {
  signal.throwIfAborted()
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  const timer = setTimeout(abort, wait + ANSWER_GRACE)
  signal.addEventListener('abort', abort)
  try {
    const response = await fetch('/api/analysis', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...query, wait_ms: wait }),
      signal: aborter.signal,
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
