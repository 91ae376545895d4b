/**
 * Asking the hub about one position until all is known: again and again while deeper results come, at a pace that a hub
 * with many people bears, and through a bad network. Pure but for what it is given: the question, the time, the ears.
 */
import { RetryLater, type Analysis, type Query } from '../protocol/analysis'
import { Failure } from '../protocol/rest'

export type News =
  /** what is known now; more comes unless it is `done`, or `rest` follows */
  | { is: 'found'; analysis: Analysis }
  /** the hub has no time, or does not answer; it is asked again */
  | { is: 'waiting'; failure: Failure }
  /** nothing new for a while: nobody asks any more */
  | { is: 'rest' }
  /** asking again is of no use */
  | { is: 'refused'; failure: Failure }

export interface Means {
  ask: (query: Query, wait: number, signal: AbortSignal) => Promise<Analysis>
  /** resolves after so many milliseconds, or rejects once the signal is aborted */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

/** How long the hub may hold an answer back, question after question, in milliseconds: something to see comes soon. */
const WAITS = [400, 1200, 3000, 5000] as const
/** The least time between two questions that bring nothing final, in milliseconds. */
const PACE = 300
/** The first and the longest wait after a failure, in milliseconds. */
const RETRY_FIRST = 1000
const RETRY_MAX = 15_000
/** Answers in a row that are no deeper than the one before, after which nothing more is hoped for. */
const SAME = 6

const deeper = (before: Analysis | null, now: Analysis) =>
  before === null || now.depth > before.depth || JSON.stringify(now.value) !== JSON.stringify(before.value)

/** How long to wait after so many failures in a row. */
function pause(failure: Failure, failures: number, random: () => number): number {
  if (failure instanceof RetryLater) return Math.max(PACE, failure.after)
  const most = Math.min(RETRY_MAX, RETRY_FIRST * 2 ** failures)
  return most / 2 + (most / 2) * random()
}

/** Tells the news of one position until it is done, refused or broken off. Returns without a word when broken off. */
export async function seek(
  query: Query,
  signal: AbortSignal,
  tell: (news: News) => void,
  { ask, sleep, random }: Means,
): Promise<void> {
  let before: Analysis | null = null
  let failures = 0
  let same = 0
  for (let asked = 0; !signal.aborted; asked++) {
    let wait = PACE
    try {
      const analysis = await ask(query, WAITS[Math.min(asked, WAITS.length - 1)]!, signal)
      failures = 0
      same = deeper(before, analysis) ? 0 : same + 1
      before = analysis
      tell({ is: 'found', analysis })
      if (analysis.done) return
      if (same >= SAME) return tell({ is: 'rest' })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Failure)) throw error
      if (!error.retry) return tell({ is: 'refused', failure: error })
      tell({ is: 'waiting', failure: error })
      wait = pause(error, failures++, random)
    }
    await sleep(wait, signal).catch(() => {})
  }
}

/** As Means wants it. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    function done() {
      signal.removeEventListener('abort', abort)
      resolve()
    }
    function abort() {
      clearTimeout(timer)
      reject(new DOMException('', 'AbortError'))
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
